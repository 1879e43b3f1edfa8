import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type KeyringSession = {
  /** A folder of the test's own. It contains the keyrings, so a second session on it finds what the first stored. */
  readonly home: string;
  /** `unlocked`: with this password (the first session creates the keyring). `wrong`: wrong password, so locked. `no-bus`: no D-Bus at all. */
  readonly keyring: { readonly kind: 'unlocked' | 'wrong'; readonly password: string } | { readonly kind: 'no-bus' };
  /** What test/support/keyring-script.ts does, in order. */
  readonly acts: readonly (readonly string[])[];
};

const PROGRAMS = ['/usr/bin/gnome-keyring-daemon', '/usr/bin/dbus-run-session'];
const SCRIPT = fileURLToPath(new URL('./keyring-script.ts', import.meta.url));
/** D-Bus, the daemon and Node start in about a second here. */
const WITHIN_MS = 40_000;

/** Why these tests cannot run on this machine, or null. */
export function keyringMissing(): string | null {
  if (process.platform !== 'linux') return 'the keyring of Linux is tested on Linux';
  const missing = PROGRAMS.filter((program) => !existsSync(program));
  return missing.length === 0 ? null : `not on this machine: ${missing.join(', ')}`;
}

/** Runs the acts in a D-Bus session with a real gnome-keyring; returns the answer of each act. */
export async function inKeyring(session: KeyringSession): Promise<readonly unknown[]> {
  const runtime = join(session.home, 'runtime');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  const node = [process.execPath, SCRIPT, JSON.stringify(session.acts)];
  const unlock = 'printf %s "$KEYRING_PASSWORD" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"';
  const command = session.keyring.kind === 'no-bus' ? node : ['dbus-run-session', '--', 'sh', '-c', unlock, 'sh', ...node];
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: session.home,
    XDG_RUNTIME_DIR: runtime,
    KEYRING_PASSWORD: session.keyring.kind === 'no-bus' ? '' : session.keyring.password,
  };
  const { code, stdout, stderr } = await run(command, env);
  if (code !== 0) throw new Error(`the keyring session ended with ${code}\n${stderr}\n${stdout}`);
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

function run(command: readonly string[], env: Record<string, string>): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    // `exit`, not `close`: a daemon that briefly outlives the session keeps the pipes open.
    child.once('exit', (code) => {
      clearTimeout(late);
      resolve({ code, stdout, stderr });
    });
  });
}
