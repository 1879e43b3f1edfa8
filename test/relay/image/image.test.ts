import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { deliver } from '../durability/deliver.ts';
import { serviceStandIn } from '../durability/service-stand-in.ts';
import { uuid } from '../enrol/uuid.ts';
import { imageDefined, layOut } from './image.ts';
import { jail, jailMissing } from './jail.ts';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

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
