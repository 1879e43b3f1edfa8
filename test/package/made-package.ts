import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { CONFIGURATION } from '#test/support/network/ask-host.ts';
import { once } from 'node:events';
import { _electron, type ElectronApplication } from 'playwright';
import { plainEnv } from '#test/support/project-text.ts';

/** The built packages are told that this is their feed, on loopback. */
export const FEED = 'http://127.0.0.1:9/intray/';
const PAIR = generateKeyPairSync('ed25519');
/** Public key, for releases that do not exist. */
export const KEY = PAIR.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
export const SIGNING_KEY = PAIR.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
/** Seconds of work on a free machine; a busy one may take minutes. */
export const MAKE_MS = 420_000;

/** What is examined; for the last three, what goes into their packages. */
export const SYSTEMS = ['linux', 'windows', 'macOS (Intel)', 'macOS (Apple)'] as const;
export type System = (typeof SYSTEMS)[number];

export type SystemApp = {
  /** Everything that is packaged. */
  readonly app: string;
  /** Where Electron looks for the archive. */
  readonly resources: string;
  /** The file with the fuses, as @electron/fuses expects it. */
  readonly program: string;
  /** The keychain's compiled part: its folder, and how such a file begins. */
  readonly compiled: { readonly folder: string; readonly begins: RegExp };
};

export type MadePackage = {
  /** After the .deb was unpacked. */
  readonly deb: { readonly file: string; readonly root: string; readonly app: string };
  readonly systems: Readonly<Record<System, SystemApp>>;
  readonly out: string;
  /** The file of keys that it was built with. */
  readonly keys: string;
  /** The output of `npm run package`. */
  readonly said: string;
};

/** Null if packages can be made; otherwise the reason why these tests are skipped. */
export function whyNoPackage(): string | null {
  if (process.platform !== 'linux') return 'packages of the stand-in are made on Linux';
  if (!existsSync('/usr/bin/dpkg-deb')) return 'dpkg-deb is not here: apt-get install dpkg';
  return existsSync('dist/packages/main.json') && existsSync('dist/packages/client.json') ? null : 'nothing is built: npm run build';
}

/** Runs the packaging itself with the stand-in, and unpacks its results into `folder`. */
export function makePackage(folder: string): MadePackage {
  const out = join(folder, 'release');
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, JSON.stringify({ current: KEY, spare: null, withdrawn: [] }));
  const made = spawnSync(process.execPath, ['build/package/main.ts', '--stand-in', '--no-build', '--keys', keys, '--out', out], {
    encoding: 'utf8',
    timeout: MAKE_MS,
    env: {
      ...process.env,
      INTRAY_UPDATE_URL: FEED,
      INTRAY_HOMEPAGE: '',
      INTRAY_MAINTAINER: '',
      INTRAY_CONFIGURATION: JSON.stringify(CONFIGURATION),
      TMPDIR: tmpdir(),
    },
  });
  if (made.status !== 0) throw new Error(`packaging ended with ${made.status}\n${made.stdout}\n${made.stderr}`);
  const file = join(out, readdirSync(out).find((name) => name.endsWith('.deb')) ?? 'no.deb');
  const root = join(folder, 'installed');
  const unpacked = spawnSync('dpkg-deb', ['-x', file, root], { encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  const app = join(root, 'opt', 'Intray');
  return { deb: { file, root, app }, systems: systemsIn(out, app), out, keys, said: made.stdout };
}

function systemsIn(out: string, linux: string): MadePackage['systems'] {
  const windows = join(out, 'win-unpacked');
  return {
    linux: {
      app: linux,
      resources: join(linux, 'resources'),
      program: join(linux, 'intray'),
      compiled: { folder: `linux-${process.arch}`, begins: /^\x7fELF/ },
    },
    windows: {
      app: windows,
      resources: join(windows, 'resources'),
      program: join(windows, 'Intray.exe'),
      compiled: { folder: `win32-${process.arch}`, begins: /^MZ/ },
    },
    'macOS (Intel)': mac(join(out, 'mac'), 'darwin-x64', 0x07),
    'macOS (Apple)': mac(join(out, 'mac-arm64'), 'darwin-arm64', 0x0c),
  };
}

/** A macOS program begins with a magic number and its processor's number, whose last byte marks it as 64-bit. */
function mac(folder: string, compiled: string, processor: number): SystemApp {
  const app = join(folder, 'Intray.app');
  const begins = new RegExp(`^\\xcf\\xfa\\xed\\xfe${String.fromCodePoint(processor)}\\0\\0\\x01`);
  return { app, resources: join(app, 'Contents', 'Resources'), program: app, compiled: { folder: compiled, begins } };
}

type PackagedApp = {
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
