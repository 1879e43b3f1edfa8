import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { doOverlap, isOneFolder, readPlace } from '#electron/folders/folder-rules.ts';
import { newDisk, noMounts } from '#test/support/disks/mounted.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

const files = nodeFiles();

async function compared(one: string, other: string): Promise<'one' | 'overlap' | 'apart'> {
  const [a, b] = [await readPlace(files, one), await readPlace(files, other)];
  if (isOneFolder(a, b)) return 'one';
  return doOverlap(a, b) && doOverlap(b, a) ? 'overlap' : 'apart';
}

/** `home/scans/2026`, and `home/link` that leads to `home/scans`. */
function aHome(): string {
  const home = tempFolder();
  mkdirSync(join(home, 'scans', '2026'), { recursive: true });
  mkdirSync(join(home, 'other'));
  if (NO_LINKS === null) symlinkSync(join(home, 'scans'), join(home, 'link'));
  return home;
}

describe('two folders', () => {
  it.each([
    ['scans', 'link', 'one'],
    ['scans', 'link/2026', 'overlap'],
    ['link', 'scans/2026', 'overlap'],
    ['scans/2026', 'link/2026', 'one'],
    ['other', 'link', 'apart'],
    ['other', 'link/2026', 'apart'],
  ] as const)('that are %s and %s by a link are %s', unless(NO_LINKS), async (one, other, verdict) => {
    const home = aHome();
    expect(await compared(join(home, one), join(home, other))).toBe(verdict);
  });

  it('of which one lies in a second mount of the other overlap', unless(noMounts('tmpfs')), async () => {
    const home = aHome();
    const bound = newDisk('tmpfs');
    expect(bound?.bindAt(join(home, 'scans'), join(home, 'other'))).toBe(true);
    expect(await compared(join(home, 'scans'), join(home, 'other', '2026'))).toBe('overlap');
    expect(await compared(join(home, 'scans'), join(home, 'other'))).toBe('one');
  });

  it('are apart where one is not there', async () => {
    const home = aHome();
    expect(await compared(join(home, 'nowhere'), join(home, 'scans'))).toBe('apart');
  });
});
