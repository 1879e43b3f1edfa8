import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type EngineClient, engineClient, freshAddress } from './engine-client.ts';
import { type Program, startProgram } from './start-program.ts';

export type Host = {
  readonly program: Program;
  /** Address of the window: valid once. */
  readonly url: string;
  readonly client: EngineClient;
};

/** Starts a headless host whose key is in a file beside its journal: acceptable only for a folder that is thrown away. */
export async function startHost(
  profile: string,
  env: Readonly<Record<string, string>> = {},
  port = '0',
  file = 'build/headless.mjs',
): Promise<Host> {
  const program = await startProgram({ name: 'headless', args: [file, '--port', port, ...profileArgs(profile)], env });
  return { program, url: await freshAddress(profile), client: engineClient(profile) };
}

export type CommandEnd = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs one command of the headless host to its end; `input` is its standard input. */
export function runCommand(profile: string, args: readonly string[], input = ''): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['build/headless.mjs', ...args, ...profileArgs(profile)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    // A command that reads no input may end before all of it is written.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

export function profileArgs(profile: string): readonly string[] {
  return ['--profile', profile, '--create-key-file', join(profile, 'key')];
}
