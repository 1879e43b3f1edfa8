import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { _electron, type ElectronApplication } from 'playwright';
import { plainEnv } from '#test/support/plain-env.ts';

export type PackagedApp = {
  readonly app: ElectronApplication;
  /** The result of `doing`; if it takes longer than a minute, an error with the program's output. */
  readonly within: <T>(what: string, doing: Promise<T>) => Promise<T>;
  /** As when a computer shuts down; returns the exit code, or the signal that ended it. */
  readonly shutDown: () => Promise<readonly unknown[]>;
};

const STEP_MS = 60_000;

export function packagedEnv(profile: string): Record<string, string> {
  return {
    ...plainEnv(),
    // Its autostart entry would otherwise be a file of whoever runs this test.
    XDG_CONFIG_HOME: join(profile, 'config'),
    INTRAY_STAND_IN_NODE: process.execPath,
    INTRAY_STAND_IN: join(process.cwd(), 'test/electron-stand-in/launch.ts'),
  };
}

/** Starts the unpacked program on the stand-in, with a profile of its own. */
export async function startPackaged(program: string, profile: string): Promise<PackagedApp> {
  const app = await _electron.launch({
    executablePath: program,
    args: [`--user-data-dir=${join(profile, 'chromium')}`, `--profile=${profile}`, `--create-key-file=${join(profile, 'key')}`],
    env: packagedEnv(profile),
    timeout: STEP_MS,
  });
  let said = '';
  for (const stream of [app.process().stdout, app.process().stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const within = async <T>(what: string, doing: Promise<T>): Promise<T> => {
    const log = join(profile, 'electron', 'logs', 'intray.log');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`no end of “${what}”\nsaid: ${said}\nlog: ${existsSync(log) ? readFileSync(log, 'utf8') : 'none'}`));
        app.process().kill('SIGKILL');
      }, STEP_MS);
    });
    try {
      return await Promise.race([doing, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  const shutDown = async (): Promise<readonly unknown[]> => {
    const ended = once(app.process(), 'exit');
    app.process().kill('SIGTERM');
    return within('shutting down', ended);
  };
  return { app, within, shutDown };
}
