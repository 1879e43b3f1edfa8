import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isIgnored } from '#electron/intake/folder/ignored.ts';
import { MOVE_STEPS, moveFile, type MoveSteps, writeNewFile } from '#electron/platform/files/move-file.ts';
import type { Move } from '#shared/ports/files.ts';
import { below } from '#test/support/below.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { IS_ROOT, NO_LINKS, NO_MODES, unless } from '#test/support/why-skipped.ts';

const BYTES = Buffer.from('a scan');

function setUp(): Move {
  const root = tempFolder();
  mkdirSync(join(root, '2026'));
  const from = join(root, '2026', 'scan.pdf');
  writeFileSync(from, BYTES);
  utimesSync(from, 1_000, 2_000);
  return { root, from, to: join(root, 'Sent', '2026', 'scan.pdf'), bytes: BYTES, resumed: false };
}

/** Every regular, non-empty file below the folder, with its content. */
function files(root: string): readonly (readonly [string, string])[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [below(root, join(entry.parentPath, entry.name)), readFileSync(join(entry.parentPath, entry.name), 'utf8')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The same steps, as on two volumes. */
const TWO_VOLUMES: MoveSteps = {
  ...MOVE_STEPS,
  rename: async (from, to) => {
    if (from.endsWith('.part') || to.endsWith('.part')) return MOVE_STEPS.rename(from, to);
    throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
  },
};

/** The program dies after this many steps: the next one never happens. */
function dyingAfter(count: number, steps: MoveSteps): { readonly steps: MoveSteps; readonly dead: Promise<'dead'> } {
  const death = Promise.withResolvers<'dead'>();
  let left = count;
  const mortal = async (step: unknown, args: readonly unknown[]): Promise<unknown> => {
    left -= 1;
    if (left >= 0) return (step as (...given: readonly unknown[]) => Promise<unknown>)(...args);
    death.resolve('dead');
    return new Promise(() => undefined);
  };
  const dying = Object.entries(steps).map(([name, step]) => [name, (...args: readonly unknown[]) => mortal(step, args)]);
  return { steps: Object.fromEntries(dying) as MoveSteps, dead: death.promise };
}

describe('moving a file', () => {
  it.each([
    ['on one volume', MOVE_STEPS],
    ['across volumes', TWO_VOLUMES],
  ])('%s keeps its bytes and its time, and leaves nothing behind', async (_where, steps) => {
    const of = setUp();
    expect(await moveFile(of, steps)).toEqual({ ok: true, value: 'moved' });
    expect(files(of.root)).toEqual([['Sent/2026/scan.pdf', 'a scan']]);
    expect(statSync(of.to).mtimeMs).toBe(2_000_000);
  });

  it('never replaces a file, not even an empty one', async () => {
    for (const there of ['another', '']) {
      const of = setUp();
      mkdirSync(join(of.root, 'Sent', '2026'), { recursive: true });
      writeFileSync(of.to, there);
      expect(await moveFile(of)).toEqual({ ok: true, value: 'taken' });
      expect(files(of.root)).toEqual([
        ['2026/scan.pdf', 'a scan'],
        ['Sent/2026/scan.pdf', there],
      ]);
    }
  });

  it.each([
    ['on one volume', MOVE_STEPS, 'changed', []],
    ['across volumes', TWO_VOLUMES, 'moved', [['Sent/2026/scan.pdf', 'a scan']]],
  ] as const)('%s puts back what came under the old name meanwhile', async (_where, steps, value, moved) => {
    const of = setUp();
    const late: MoveSteps = {
      ...steps,
      rename: async (from, to) => {
        // A scanner reuses the name at the very last moment.
        if (from === of.from) writeFileSync(of.from, 'the next scan');
        return steps.rename(from, to);
      },
    };
    expect(await moveFile(of, late)).toEqual({ ok: true, value });
    expect(files(of.root)).toEqual([['2026/scan.pdf', 'the next scan'], ...moved]);
  });

  it('leaves no empty file behind where what came cannot be put back', async () => {
    const of = setUp();
    const held: MoveSteps = {
      ...MOVE_STEPS,
      rename: async (from, to) => {
        if (from === of.to) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
        writeFileSync(of.from, 'the next scan');
        return MOVE_STEPS.rename(from, to);
      },
    };
    expect(await moveFile(of, held)).toMatchObject({ ok: false, failure: { kind: 'busy' } });
    expect(files(of.root)).toEqual([['Sent/2026/scan.pdf', 'the next scan']]);
  });

  it('follows no link out of the folder', unless(NO_LINKS), async () => {
    const of = setUp();
    const outside = tempFolder();
    symlinkSync(outside, join(of.root, 'Sent'));
    expect(await moveFile(of)).toMatchObject({ ok: false, failure: { kind: 'escaped' } });
    expect(readdirSync(outside)).toEqual([]);
    expect(existsSync(of.from)).toBe(true);
  });

  it('says when it may not, or when the file is gone, and leaves no trace', async () => {
    const gone = { ...setUp(), from: '/nowhere/scan.pdf' };
    expect(await moveFile(gone)).toMatchObject({ ok: false, failure: { kind: 'gone' } });
    expect(files(gone.root)).toEqual([['2026/scan.pdf', 'a scan']]);
    const of = setUp();
    const denied = { ...MOVE_STEPS, makeFolder: () => Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' })) };
    expect(await moveFile(of, denied)).toMatchObject({ ok: false, failure: { kind: 'denied', code: 'EROFS' } });
    expect(files(of.root)).toEqual([['2026/scan.pdf', 'a scan']]);
  });

  it('leaves a file in a folder that may only be read', unless(NO_MODES, IS_ROOT), async () => {
    const of = setUp();
    chmodSync(of.root, 0o555);
    expect(await moveFile(of)).toMatchObject({ ok: false, failure: { kind: 'denied' } });
    chmodSync(of.root, 0o755);
    expect(files(of.root)).toEqual([['2026/scan.pdf', 'a scan']]);
  });

  it.each([
    ['on one volume', MOVE_STEPS],
    ['across volumes', TWO_VOLUMES],
  ])('%s can be cut off after any step: the bytes are never in no place, and the next try ends it', async (_where, steps) => {
    let deaths = 0;
    for (let count = 0; ; count += 1) {
      const of = setUp();
      const dying = dyingAfter(count, steps);
      if ((await Promise.race([moveFile(of, dying.steps), dying.dead])) !== 'dead') break;
      deaths += 1;
      expect(files(of.root).map(([, content]) => content)).toContain('a scan');
      // What the next start does: as the journal says, unless the old name is gone already.
      if (existsSync(of.from)) await moveFile({ ...of, resumed: true }, steps);
      expect(readFileSync(of.to, 'utf8')).toBe('a scan');
    }
    expect(deaths).toBeGreaterThan(5);
  });
});

describe('a file beside others', () => {
  it('is written once, and never over another one', async () => {
    const path = join(tempFolder(), 'scan.pdf.refused.txt');
    expect(await writeNewFile(path, BYTES)).toEqual({ ok: true, value: 'written' });
    expect(await writeNewFile(path, Buffer.from('other'))).toEqual({ ok: true, value: 'taken' });
    expect(readFileSync(path, 'utf8')).toBe('a scan');
    expect(await writeNewFile('/nowhere/a.txt', BYTES)).toMatchObject({ ok: false, failure: { kind: 'gone' } });
  });

  it('is there whole or not at all, when the disk is full or the program dies, and leaves nothing that looks like a document', async () => {
    const folder = tempFolder();
    const path = join(folder, 'scan.pdf');
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const halfWritten: MoveSteps = {
      ...MOVE_STEPS,
      writeNew: async (part, bytes) => {
        await MOVE_STEPS.writeNew(part, bytes.subarray(0, 3));
        throw full;
      },
    };
    expect(await writeNewFile(path, BYTES, halfWritten)).toMatchObject({ ok: false, failure: { kind: 'full' } });
    expect(readdirSync(folder)).toEqual([]);
    const noRename: MoveSteps = { ...MOVE_STEPS, rename: () => Promise.reject(full) };
    expect(await writeNewFile(path, BYTES, noRename)).toMatchObject({ ok: false, failure: { kind: 'full' } });
    expect(readdirSync(folder)).toEqual([]);
    // The power fails before it has its name.
    const dead: MoveSteps = { ...MOVE_STEPS, reserve: () => Promise.reject(full), remove: async () => undefined };
    await writeNewFile(path, BYTES, dead);
    expect(readdirSync(folder).filter((name) => !isIgnored(name, 'file'))).toEqual([]);
  });
});
