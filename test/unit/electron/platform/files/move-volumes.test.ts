import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { unless } from '#test/support/why-skipped.ts';

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
