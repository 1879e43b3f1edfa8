import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { deliver, serviceStandIn } from '../durability/desktop.ts';
import { uuid } from '../relay-bench.ts';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { z } from 'zod';
import { projectText } from '#test/support/project-text.ts';

const missing = jailMissing();
const PLACES = ['/x', '/app/x', '/app/relay/x', '/usr/x', '/tmp/x', '/data/x'];
const WRITES = `const { writeFileSync } = require('node:fs'); console.log(JSON.stringify(${JSON.stringify(PLACES)}.map((place) => {
  try { writeFileSync(place, 'x'); return 'written'; } catch (error) { return error.code; } })));`;

/** The image is laid out by its definition, and run as an engine would with a read-only root, no capabilities and another user. */
describe('the relay’s image', unless(missing), () => {
  const folder = scratchFolder('image');
  let made: Awaited<ReturnType<typeof laidOut>>;
  beforeAll(async () => {
    made = await laidOut(folder);
  });
  afterAll(async () => {
    await made.standIn.close();
    removeFolder(folder);
  });

  it('may write to its volume and nowhere else', async () => {
    const { stdout } = await waitForEnd(made.run(['node', '-e', WRITES]));
    expect(JSON.parse(stdout)).toEqual(['EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'written']);
  });

  it('says what is wrong with its settings, and that they are good', async () => {
    const { run, image } = made;
    const good = await waitForEnd(run([...image.entrypoint, '--check-config']));
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('RELAY_STORE')]);
    const wrong = await waitForEnd(run([...image.entrypoint, '--check-config'], { RELAY_BASE_URL: 'ftp://nowhere' }));
    expect([wrong.code, wrong.stdout]).toEqual([2, expect.stringContaining('RELAY_BASE_URL')]);
  });

  it('serves without root and without rights, is healthy, keeps what it took, and drains when it is told to end', async () => {
    const { run, image, standIn, root } = made;
    const relay = run(image.entrypoint, { RELAY_PORT: '0', RELAY_DRAIN_SECONDS: '2' });
    const ended = waitForEnd(relay);
    onTestFinished(() => void relay.kill('SIGKILL'));
    const { url } = await waitForReady(relay);
    const status = readFileSync(`/proc/${relay.pid}/status`, 'utf8');
    for (const line of ['Uid:\t1000\t1000\t1000\t1000', 'CapEff:\t0000000000000000', 'CapBnd:\t0000000000000000', 'NoNewPrivs:\t1'])
      expect(status).toContain(line);
    const healthy = () => waitForEnd(run(image.healthCheck, { RELAY_PORT: new URL(url).port }));
    expect((await healthy()).code).toBe(0);
    expect((await fetch(`${url}${RELAY_PATHS.ready}`)).status).toBe(200);
    expect(await deliver({ id: uuid(6, 1), integrationId: uuid(9, 1) }, { key: standIn.key, url: () => url })).toBe(1);
    const doctor = await waitForEnd(run([...image.entrypoint, 'doctor']));
    expect(doctor.stdout).toMatch(/^good\s+store/m);
    relay.kill('SIGTERM');
    // It reports "not ready", but still answers.
    await vi.waitUntil(async () => (await fetch(`${url}${RELAY_PATHS.ready}`)).status === 503, { timeout: 60_000, interval: 5 });
    expect((await healthy()).code).toBe(0);
    expect((await ended).code).toBe(0);
    expect((await healthy()).code).toBe(1);
    expect(readFileSync(join(root, image.volume, 'relay.db')).includes(uuid(6, 1))).toBe(true);
  }, 180_000);
});

describe('the relay’s unit of systemd', () => {
  it('is one that systemd understands', unless(noProgram('systemd-analyze')), () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', 'build/relay/intray-relay.service'], { encoding: 'utf8' });
    // The program it starts is where an operator installs it, not here.
    const said = stderr.split('\n').filter((line) => line.includes('intray-relay') && !/not executable|Failed to (find|locate)/.test(line));
    expect(said).toEqual([]);
  });
});

/** Lays out what the definition says, and starts a service to talk to. */
async function laidOut(folder: string) {
  const image = imageDefined();
  const root = join(folder, 'root');
  layOut(join(root, image.workdir));
  const standIn = await serviceStandIn();
  const run = jail(root, image);
  const env = { ...image.env, ...standIn.environment, RELAY_HOST: '127.0.0.1' };
  return {
    image,
    root,
    standIn,
    run: (command: readonly string[], more: Readonly<Record<string, string>> = {}) => run(command, { ...env, ...more }),
  };
}

async function waitForEnd(child: ChildProcess): Promise<{ readonly code: number | null; readonly stdout: string }> {
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout };
}

async function waitForReady(child: ChildProcess): Promise<{ readonly url: string }> {
  if (child.stdout === null) throw new Error('no output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line) as { readonly url: string };
}

/**
 * `$1` is the root, `$2` Node, `$3` the working directory, `$4` the user, `$5` the group, `$6` the one writable place; then the program. Does what a
 * container engine does for `--read-only --cap-drop=all --security-opt=no-new-privileges`: its own mounts, all of them read-only but one, then
 * another root, then no capabilities at all.
 */
const INSIDE = `
  set -e
  root=$1 node=$2 workdir=$3 uid=$4 gid=$5 volume=$6
  shift 6
  mount --bind "$root" "$root"
  mount --bind /usr "$root/usr"
  mount -o remount,bind,ro "$root/usr"
  mount --bind "$node" "$root/bin-of-node"
  mount -o remount,bind,ro "$root/bin-of-node"
  mount -t proc proc "$root/proc"
  for device in null urandom; do mount --bind "/dev/$device" "$root/dev/$device"; done
  mount --bind "$root$volume" "$root$volume"
  mount -o remount,bind,ro "$root"
  exec chroot "$root" /usr/bin/setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
    /bin/sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"
`;

/** Runs a command of the image in the jail; `node` is this project's Node. */
type Jail = (command: readonly string[], env: Readonly<Record<string, string>>) => ChildProcess;

/** Why a separate root cannot be made here, or null. */
function jailMissing(): string | null {
  if (process.getuid?.() !== 0) return 'only root on Linux can make another root';
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt && command -v setpriv && command -v chroot'], {
      stdio: 'ignore',
    });
    return null;
  } catch {
    return 'this machine lets nobody mount';
  }
}

/** A root around the image laid out below it, with this system's libraries and nothing else of it. */
function jail(root: string, { user, volume, workdir }: Image): Jail {
  const [uid = '', gid = ''] = user.split(':');
  for (const folder of ['usr', 'proc', 'dev', 'tmp', volume.slice(1)]) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['bin-of-node', 'dev/null', 'dev/urandom']) execFileSync('touch', [join(root, file)]);
  for (const link of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${link}`, join(root, link));
  chmodSync(root, 0o755);
  chmodSync(join(root, 'tmp'), 0o1777);
  chmodSync(join(root, volume), 0o700);
  chownSync(join(root, volume), Number(uid), Number(gid));
  const inside = ['--mount', '--propagation', 'private', 'sh', '-c', INSIDE, 'sh', root, process.execPath, workdir, uid, gid, volume];
  return ([program = '', ...args], env) =>
    spawn('unshare', [...inside, program === 'node' ? '/bin-of-node' : program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...env },
    });
}

type Image = {
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly volume: string;
  readonly workdir: string;
};

const DEFINITION = 'build/relay/Containerfile';
const words = z.array(z.string());

/** What the last stage of the relay's container definition contains. */
function imageDefined(): Image {
  const last = lastStage();
  const line = (pattern: RegExp): string => pattern.exec(last)?.[1] ?? '';
  return {
    env: Object.fromEntries(
      line(/^ENV (.+)$/m)
        .split(' ')
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    user: line(/^USER (\S+)$/m),
    entrypoint: words.parse(JSON.parse(line(/^ENTRYPOINT (.+)$/m))),
    healthCheck: words.parse(JSON.parse(line(/^HEALTHCHECK .*\\\n\s+CMD (.+)$/m))),
    volume: line(/^VOLUME (\S+)$/m),
    workdir: line(/^WORKDIR (\S+)$/m),
  };
}

/** Copies to a folder exactly what the last stage copies, to the same places; of the packages those that `--omit=dev` keeps. */
function layOut(to: string): void {
  for (const [, from, source = ''] of lastStage().matchAll(/^COPY (?:(--from=packages) \/app\/)?(\S+) \S+$/gm)) {
    for (const path of from === undefined ? [source] : productionPackages()) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      // Each package has its own folder; packages nested in it are entries of their own.
      cpSync(path, join(to, path), { recursive: true, dereference: true, filter: (file) => from === undefined || !nested(path, file) });
    }
  }
}

function nested(path: string, file: string): boolean {
  return file.startsWith(`${path}/node_modules/`);
}

function lastStage(): string {
  const definition = projectText(DEFINITION);
  return definition.slice(definition.lastIndexOf('\nFROM '));
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), optional: z.boolean().optional() })),
});

function productionPackages(): readonly string[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  return Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true && packages[path]?.optional !== true);
}
