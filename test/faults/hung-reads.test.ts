import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkChild } from '#electron/file-process/fork-child.ts';
import { openDisks } from '#electron/file-process/open-disks.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { hangingDisk, whyNoHangingDisk } from '#test/support/disks/hanging-disk.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { until } from '#test/support/until.ts';
import { unless } from '#test/support/why-skipped.ts';

const why = whyNoHangingDisk();
if (why !== null) process.stdout.write(`disks that hang are not tried: ${why}\n`);

const ENTRY = new URL('../../electron/file-process/main.ts', import.meta.url);
const TEST_MS = 120_000;
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
  it('falls silent by its place, holds up no other, and answers again once it is let go', { timeout: TEST_MS }, async () => {
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
    const [hung] = children();
    expect(stateOf(hung)).toMatch(/^[DZ]/);
    release();
    await until('it answers again', async () => silent().length === 0, AGAIN_MS);
    expect(await read(point, '0.pdf')).toMatchObject({ ok: true, value: { inspected: { kind: 'fit' } } });
    expect(children()).not.toContain(hung);
  });

  it('is asked nothing at all by the engine itself, not even when a folder above it is listed', { timeout: TEST_MS }, async () => {
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

/** `D` if any of its threads waits in the kernel; otherwise the states of all. */
function stateOf(pid: string | undefined): string {
  const tasks = readdirSync(`/proc/${pid}/task`).map(
    (task) => readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8').split(') ')[1]?.[0] ?? '?',
  );
  return tasks.includes('D') ? 'D' : tasks.join('');
}
