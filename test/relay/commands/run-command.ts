import { execFile } from 'node:child_process';

export type Ended = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** Runs the relay's command line. Asynchronously, because the stand-in for the service answers from this very process. */
export function runCommand(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  return runCommandWith({ environment, stdin: '' }, ...args);
}

export type CommandInput = { readonly environment: Readonly<Record<string, string>>; readonly stdin: string };

/** The same, with a text on its standard input. */
export function runCommandWith({ environment, stdin }: CommandInput, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['relay/server.ts', ...args],
      { env: { ...process.env, ...environment } },
      (_, stdout, stderr) => {
        resolve({ status: child.exitCode ?? -1, stdout, stderr });
      },
    );
    // A command that reads nothing may have ended before.
    child.stdin?.on('error', () => undefined).end(stdin);
  });
}
