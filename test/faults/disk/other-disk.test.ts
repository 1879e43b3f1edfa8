import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { type DiskType, newDisk, noMounts, type RealDisk } from '#test/support/disks/mounted.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { unless } from '#test/support/why-skipped.ts';
import { type AnIntake, anIntake } from '#test/unit/electron/intake/an-intake.ts';

function aDisk(type: DiskType): RealDisk {
  const disk = newDisk(type);
  if (disk === null) throw new Error(`no ${type}`);
  return disk;
}

function scan(root: string, name: string): void {
  writeFileSync(join(root, `${name}.pdf`), aPdf(name));
}

/** A folder that is the root of a disk, added before anything had happened on it, with three scans that came later. */
async function aFolderOn(disk: RealDisk, root: string): Promise<AnIntake> {
  disk.mountAt(root);
  const at = anIntake({ root });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  for (const name of ['one', 'two', 'three']) scan(root, name);
  await at.until(() => at.items().length === 3);
  await at.pass(MINUTE_MS);
  return at;
}

describe.each(['tmpfs', 'ext4', 'ext4-noatime'] as const)('another disk (%s) where one was', (type) => {
  const missing = noMounts(type);

  it('is asked about, though it has the numbers of the first', unless(missing), async () => {
    const root = join(tempFolder(), 'Achats');
    const [first, second] = [aDisk(type), aDisk(type)];
    const at = await aFolderOn(first, root);
    const before = statSync(root);
    first.unmount();
    second.mountAt(root);
    for (const name of ['foreign 1', 'foreign 2', 'foreign 3']) scan(root, name);
    expect(statSync(root)).toMatchObject({ dev: before.dev, ino: before.ino });
    await at.pass(2 * MINUTE_MS);
    expect(at.folder().state).toBe('swapped');
    expect(at.items()).toHaveLength(3);
    // A memory disk is lost when it is unmounted.
    if (type === 'tmpfs') return;
    second.unmount();
    first.mountAt(root);
    scan(root, 'four');
    await at.until(() => at.items().length === 4);
    expect(at.folder().state).toBe('present');
  });

  it('is not seen in a folder from which all scans were filed away at once', unless(missing), async () => {
    const root = join(tempFolder(), 'Achats');
    const at = await aFolderOn(aDisk(type), root);
    for (const name of readdirSync(root).filter((one) => one.endsWith('.pdf'))) rmSync(join(root, name));
    await at.pass(2 * MINUTE_MS);
    expect(at.folder().state).toBe('present');
    scan(at.root, 'four');
    await at.until(() => at.items().length === 4);
  });
});
