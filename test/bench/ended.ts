import { spawn } from 'node:child_process';

/** Runs a program to its end; throws with its error output if it failed. */
export function ended(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-2_000);
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}\n${words}`))));
  });
}
