import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { type HangingDisk, hangingDisk, whyNoHangingDisk } from '#test/support/disks/hanging-disk.ts';
import { realParts, unless } from '#test/support/why-skipped.ts';
import { type Host, runCommand } from '../../build/demo/start-host.ts';
import { connectedHost } from './connected-host.ts';
import { until } from '#test/support/until.ts';
import { forkChild } from '#electron/file-process/fork-child.ts';
import { openDisks } from '#electron/file-process/open-disks.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

const why = whyNoHangingDisk();
if (why !== null) process.stdout.write(`places that hang are not tried: ${why}\n`);

/** Several real programs, one after the other, on a loaded machine. */
const TEST_MS = 240_000;
/** The promise: within this time a folder that does not answer is named as such. */
const NAMED_WITHIN_MS = 15_000;
/** Less than the host's own patience, after which it would end itself by force. */
const QUIT_WITHIN_MS = 10_000;
/** After a process that hung for less than a second, the first pause is half a minute. */
const AGAIN_WITHIN_MS = 90_000;
const TEN = Array.from({ length: 10 }, (_, n) => `hung ${n}.pdf`);
const parts = realParts();

describe('a folder whose disk hangs in the kernel', unless(why), () => {
  test('is named, holds up no other, no end and no start, and loses nothing', { timeout: TEST_MS }, async () => {
    const at = await aHostWithTwoFolders();
    const { first, local, disk, documents } = at;
    disk.hang('read');
    for (const name of TEN) writeFileSync(join(disk.point, name), aPdf(name));
    await until('a file is being read', async () => disk.isHeld());
    writeFileSync(join(local, 'beside.pdf'), aPdf('beside'));
    await expectNamed(at, first);
    await until('the file beside is sent', async () => (await documents()).includes('beside.pdf'));

    await expectQuits(first);
    // Killed with the host, but still there: the kernel releases a read only when the disk answers.
    expect(hungProcesses()).not.toEqual([]);

    const second = await at.start();
    // The new host does not take over what the first one knew. Only the reads hang, so it has to find out by itself.
    await until('it hangs again', async () => second.program.log().includes('a call to a disk hangs'));
    await expectNamed(at, second);
    writeFileSync(join(local, 'later.pdf'), aPdf('later'));
    await until('the file of the next run is sent', async () => (await documents()).includes('later.pdf'));

    disk.release();
    await until('all of them are sent', async () => (await documents()).length === TEN.length + 3, AGAIN_WITHIN_MS);
    const sent = await documents();
    expect(new Set(sent)).toEqual(new Set(['before.pdf', 'beside.pdf', 'later.pdf', ...TEN]));
    expect(sent).toHaveLength(TEN.length + 3);
    await until('it is no more named', async () => (await second.client.overview()).folders.every(({ state }) => state === 'present'));
    expect(hungProcesses()).toEqual([]);
  });

  test('and answers not even what lies there is named by the doctor of a computer on which no host runs', {
    timeout: TEST_MS,
  }, async () => {
    const at = await aHostWithTwoFolders();
    await expectQuits(at.first);
    at.disk.hang('stat', 'list', 'read');
    const { code, stdout } = await runCommand(at.profile, ['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`bad +folder "${at.disk.point}": its disk or share does not answer`));
    expect(stdout).toMatch(new RegExp(`good +folder "${at.local}"`));
    const next = await at.start();
    await expectNamed(at, next);
    writeFileSync(join(at.local, 'beside.pdf'), aPdf('beside'));
    await until('the file beside is sent', async () => (await at.documents()).includes('beside.pdf'));
    await expectQuits(next);
  });
});

type At = Awaited<ReturnType<typeof aHostWithTwoFolders>>;

/** In the overview, which window and tray show too, and on the command line; the other folder is not named. */
async function expectNamed({ profile, disk, local }: At, { client }: Host): Promise<void> {
  const isSilent = async () => (await client.overview()).folders.some(({ path, state }) => path === disk.point && state === 'silent');
  await until('it is named', isSilent, NAMED_WITHIN_MS);
  const { folders, standing } = await client.overview();
  expect([standing, folders.find(({ path }) => path === local)?.state]).toEqual(['needs-you', 'present']);
  const [status, doctor] = await Promise.all([runCommand(profile, ['status']), runCommand(profile, ['doctor'])]);
  for (const { stdout } of [status, doctor]) {
    expect(stdout).toContain(`folder "${disk.point}": its disk or share does not answer`);
    expect(stdout).not.toMatch(new RegExp(`folder "${local}": (its|is not)`));
  }
}

async function expectQuits({ program }: Host): Promise<void> {
  process.kill(program.pid, 'SIGTERM');
  await until('it has ended', async () => !program.running(), QUIT_WITHIN_MS);
  expect(program.log()).not.toContain('without waiting any longer');
}

/** Processes of ours with a thread that waits in the kernel. */
function hungProcesses(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && /file-process/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8') + killedName(pid)) && isWaiting(pid);
    } catch {
      // It has just gone.
      return false;
    }
  });
}

/** A killed process has no arguments left. Only ours have a hung thread and this name at that moment. */
function killedName(pid: string): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return /^State:\tZ/m.test(status) && /^Name:\t(node|MainThread)/m.test(status) ? 'file-process' : '';
}

function isWaiting(pid: string): boolean {
  return readdirSync(`/proc/${pid}/task`).some((task) => /\) D /.test(readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8')));
}

/** A host with one company and two folders, one of them on a disk that can hang; `documents` are the names at the service. */
async function aHostWithTwoFolders() {
  const disk: HangingDisk = await hangingDisk();
  const { folder: local, ...host } = await connectedHost(parts(), { more: [disk.point] });
  writeFileSync(join(disk.point, 'before.pdf'), aPdf('before'));
  const documents = async () => (await host.documents()).map(({ filename }) => filename);
  await until('a file of the disk is sent', async () => (await documents()).includes('before.pdf'));
  return { ...host, local, disk, documents };
}

const ENTRY = new URL('../../electron/file-process/main.ts', import.meta.url);
const HUNG_READS_TEST_MS = 120_000;
/** The first new attempt comes after half a minute, later if its process hung in the kernel for more than a second. */
const AGAIN_MS = 60_000;
const SILENT = { ok: false, failure: { kind: 'silent', code: 'NO_ANSWER' } };

function disks() {
  const profile = tempFolder();
  const open = openDisks({ clock: nodeClock(), log: recordingLog(), profile, start: forkChild(ENTRY) });
  onTestFinished(() => open.end());
  return open;
}

describe('a disk whose reads hang in the kernel', unless(why), () => {
  it('falls silent by its place, holds up no other, and answers again once it is let go', { timeout: HUNG_READS_TEST_MS }, async () => {
    const { point, folder, hang, release } = await hangingDisk();
    const local = tempFolder();
    const { files, reader, silent } = disks();
    const names = Array.from({ length: 10 }, (_, n) => `${n}.pdf`);
    for (const name of names) writeFileSync(join(folder, name), aPdf(name));
    writeFileSync(join(local, 'a.pdf'), aPdf('a'));
    const read = (root: string, name: string) => reader.read({ path: join(root, name), root, want: 'verdict', copy: null });
    expect(await files.list(point)).toMatchObject({ ok: true });
    hang('read');
    const hanging = names.map((name) => read(point, name));
    expect(await read(local, 'a.pdf')).toMatchObject({ ok: true, value: { inspected: { kind: 'fit' } } });
    expect(silent()).toEqual([]);
    expect(await Promise.all(hanging)).toEqual(names.map(() => SILENT));
    expect(silent()).toEqual([point]);
    // The kernel would answer these calls, but nothing is asked.
    expect(await files.stat(join(point, '0.pdf'))).toEqual(SILENT);
    expect(await files.list(point)).toEqual(SILENT);
    expect(await read(local, 'a.pdf')).toMatchObject({ ok: true });
    // Killed, but still there: it waits in the kernel.
    const hung = children().find(isHung);
    expect(hung).toBeDefined();
    release();
    await until('it answers again', async () => silent().length === 0, AGAIN_MS);
    expect(await read(point, '0.pdf')).toMatchObject({ ok: true, value: { inspected: { kind: 'fit' } } });
    expect(children()).not.toContain(hung);
  });

  it('is asked nothing at all by the engine itself, not even when a folder above it is listed', {
    timeout: HUNG_READS_TEST_MS,
  }, async () => {
    const { point, hang } = await hangingDisk();
    const { files } = disks();
    hang('stat', 'list', 'read');
    const above = await files.list(join(point, '..'));
    const kinds = new Map(above.ok ? above.value.map(({ name, stat }) => [name, stat.kind]) : []);
    expect(kinds).toEqual(
      new Map([
        ['mounted', 'folder'],
        ['order', 'file'],
        ['shown', 'folder'],
      ]),
    );
    expect(await Promise.all([files.stat(point), files.list(point), files.stat(join(point, 'a.pdf'))])).toEqual([SILENT, SILENT, SILENT]);
  });
});

/** Processes that this one started, and that are not gone. */
function children(): readonly string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOurs(pid));
}

function isOurs(pid: string): boolean {
  try {
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'python3';
  } catch {
    // It has just gone.
    return false;
  }
}

/** Killed, or any of its threads waits in the kernel. */
function isHung(pid: string): boolean {
  const states = readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8').split(') ')[1]?.[0]);
  return states.includes('D') || states[0] === 'Z';
}
