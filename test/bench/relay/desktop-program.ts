import { fork } from 'node:child_process';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { DesktopIs, DesktopSays } from '../programs/desktop.ts';

export type DesktopProgram = {
  mode(): Extract<DesktopSays, { kind: 'mode' }>['mode'];
  /** When this number of its log was committed, by the clock that all programs of the machine share; null if it was not yet. */
  committedAtMs(seq: number): number | null;
  stop(): Promise<void>;
};

/** A desktop that reads one integration's log (`programs/desktop.ts`). */
export function desktopProgram(is: DesktopIs): DesktopProgram {
  const child = fork('test/bench/programs/desktop.ts', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const commits: { readonly seq: number; readonly atMs: number }[] = [];
  let mode: ReturnType<DesktopProgram['mode']> = 'poll';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.on('message', (message) => {
    const said = message as DesktopSays;
    switch (said.kind) {
      case 'mode':
        mode = said.mode;
        return;
      case 'committed':
        commits.push(said);
        return;
      default:
        unreachable(said);
    }
  });
  child.send(is);
  return {
    mode: () => mode,
    committedAtMs: (seq) => commits.find((commit) => commit.seq >= seq)?.atMs ?? null,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
