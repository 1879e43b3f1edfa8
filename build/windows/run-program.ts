import { type SpawnOptions, spawn } from 'node:child_process';

export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  /** All that it is told, where that is not what this program was told. */
  readonly env?: Readonly<Record<string, string>>;
};

type How = Pick<SpawnOptions, 'cwd' | 'stdio'> & { readonly stop: AbortSignal };

/** Runs a command to its end and gives its code: 127 where it could not be started, 130 where it was stopped. */
export function runProgram({ program, args, env }: Command, { stop, ...how }: How): Promise<number> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve(130);
    // A polite signal reaches nothing in the small Debian; this one ends all that runs there.
    const child = spawn(program, args, { ...how, env: env ?? SYSTEM, signal: stop, killSignal: 'SIGKILL' });
    child.on('error', () => resolve(stop.aborted ? 130 : 127));
    child.on('close', (code) => resolve(stop.aborted ? 130 : (code ?? 1)));
  });
}

/** An administrator's programs are not in everybody's path; and apt is to ask nobody anything. */
const SYSTEM = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, DEBIAN_FRONTEND: 'noninteractive' };
