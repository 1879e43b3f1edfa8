import { type SpawnOptions, spawn } from 'node:child_process';

export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment, if it is not this program's own. */
  readonly env?: Readonly<Record<string, string>>;
};

type How = Pick<SpawnOptions, 'cwd' | 'stdio'> & { readonly stop: AbortSignal };

/** Runs a command to its end and resolves with its exit code: 127 if it could not be started, 130 if it was stopped. */
export function runProgram({ program, args, env }: Command, { stop, ...how }: How): Promise<number> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve(130);
    // SIGTERM does not reach the small Debian's processes; SIGKILL ends all of them.
    const child = spawn(program, args, { ...how, env: env ?? SYSTEM, signal: stop, killSignal: 'SIGKILL' });
    child.on('error', () => resolve(stop.aborted ? 130 : 127));
    child.on('close', (code) => resolve(stop.aborted ? 130 : (code ?? 1)));
  });
}

/** An administrator's programs are not in everybody's path, and apt must not ask questions. */
const SYSTEM = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, DEBIAN_FRONTEND: 'noninteractive' };
