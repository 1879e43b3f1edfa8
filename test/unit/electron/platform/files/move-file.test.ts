import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isIgnored } from '#electron/intake/folder/ignored.ts';
import { MOVE_STEPS, moveFile, type MoveSteps, writeNewFile } from '#electron/platform/files/move-file.ts';
import type { Move } from '#shared/ports/files.ts';
import { below } from '#test/support/project-text.ts';
import { tempFolder } from '#test/support/folders.ts';
import { IS_ROOT, NO_LINKS, NO_MODES, unless } from '#test/support/why-skipped.ts';
import { execFile, execFileSync } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';

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

const OWN_MOUNTS = ['--user', '--map-root-user', '--mount'];
/** Another volume in place of the result folder, as small as the second argument says, in a mount namespace that ends with the program. */
const MOUNTED = 'mount -t tmpfs -o size="$2" none "$1" && shift 2 && exec "$@"';
const PROGRAM = `
  import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { nodeFiles } from '#electron/platform/files/node-files.ts';
  const [root, rival] = process.argv.slice(1);
  const from = join(root, 'scan.pdf');
  const to = join(root, 'Sent', 'scan.pdf');
  const bytes = readFileSync(from);
  if (rival !== undefined) writeFileSync(to, rival);
  const before = { volumes: new Set([statSync(root).dev, statSync(join(root, 'Sent')).dev]).size, time: statSync(from).mtimeMs };
  const moved = await nodeFiles().moveWithoutReplacing({ root, from, to, bytes, resumed: false });
  const lies = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const told = lies.map((path) => [path.slice(root.length + 1), statSync(path).size, Math.abs(statSync(path).mtimeMs - before.time) < 1, readFileSync(path).equals(bytes)]);
  console.log(JSON.stringify({ volumes: before.volumes, moved: moved.ok ? moved.value : moved.failure.code, told }));
`;

/** Null if this system lets us mount a disk of our own. */
function noMounts(): string | null {
  try {
    // Over an existing folder: nobody else sees what is mounted.
    execFileSync('unshare', [...OWN_MOUNTS, 'sh', '-c', MOUNTED, 'sh', import.meta.dirname, '1m', 'true'], { stdio: 'pipe' });
    return null;
  } catch {
    return 'this system gives no user namespace with a mount of its own';
  }
}

describe('a move onto another disk that is really one', unless(noMounts()), () => {
  it('keeps the bytes and the time, and the old name is given up', async () => {
    expect(await onTwoVolumes({ size: '8m' })).toEqual({ volumes: 2, moved: 'moved', told: [['Sent/scan.pdf', 100_000, true, true]] });
  });

  it('never replaces what lies there', async () => {
    const both = [
      ['scan.pdf', 100_000, true, true],
      ['Sent/scan.pdf', 5, false, false],
    ];
    expect(await onTwoVolumes({ size: '8m', rival: 'other' })).toEqual({ volumes: 2, moved: 'taken', told: both });
  });

  it('leaves the file where it is when that disk is full, and nothing half beside', async () => {
    expect(await onTwoVolumes({ size: '32k' })).toEqual({ volumes: 2, moved: 'ENOSPC', told: [['scan.pdf', 100_000, true, true]] });
  });
});

async function onTwoVolumes({ size, rival }: { size: string; rival?: string }): Promise<unknown> {
  const root = tempFolder();
  mkdirSync(join(root, 'Sent'));
  writeFileSync(join(root, 'scan.pdf'), Buffer.alloc(100_000, 'a scan'));
  const program = [process.execPath, '--input-type=module', '--eval', PROGRAM, root, ...(rival === undefined ? [] : [rival])];
  const { stdout } = await promisify(execFile)(
    'unshare',
    [...OWN_MOUNTS, 'sh', '-c', MOUNTED, 'sh', join(root, 'Sent'), size, ...program],
    {
      timeout: 60_000,
    },
  );
  return JSON.parse(stdout);
}
