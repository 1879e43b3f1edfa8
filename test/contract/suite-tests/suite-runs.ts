import { execFile } from 'node:child_process';
import { onTestFinished } from 'vitest';

export type SuiteRun = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A whole run takes about fifteen seconds, ten of which are one held webhook; a loaded machine needs several times that. */
const WITHIN_MS = 110_000;
const OUTPUT_BYTES_MAX = 16_777_216;

/** `npm run contract -- …`, without npm. */
export function runContract(args: readonly string[], env: Readonly<Record<string, string>> = {}, stdin = ''): Promise<SuiteRun> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: WITHIN_MS, maxBuffer: OUTPUT_BYTES_MAX };
    const child = execFile(process.execPath, ['test/contract/suite/main.ts', ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
    child.stdin?.end(stdin);
    // A test that times out leaves nothing running.
    onTestFinished(() => void child.kill());
  });
}

/** The arguments for a sandbox that has printed its ready line, and the environment with its secret. */
export function argumentsFor(ready: Readonly<Record<string, unknown>>): {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const names = {
    'base-url': 'baseUrl',
    'auth-url': 'authUrl',
    'jwks-url': 'jwksUrl',
    issuer: 'issuer',
    'client-id': 'clientId',
    scope: 'scope',
  };
  const args = Object.entries(names).flatMap(([option, member]) => [`--${option}`, String(ready[member])]);
  return { args, env: { CONTRACT_CLIENT_SECRET: String(ready['clientSecret']) } };
}
