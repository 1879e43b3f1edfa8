import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';

const BYTES = Buffer.alloc(3_000_001, 'a large scan ');
const HEAD = new Uint8Array(64);

function setUp() {
  const root = tempFolder();
  const path = join(root, 'scan.pdf');
  writeFileSync(path, BYTES);
  const read = (to: string, hashMax = BYTES.length) =>
    nodeFiles().read(path, { root, bytesMax: 1_000, hashMax, copyLarge: { path: to, head: HEAD } });
  return { to: join(tempFolder(), 'copy'), read };
}

describe('a large file that is hashed', () => {
  it('is copied meanwhile, whole, behind its head, over whatever was there', async () => {
    const { to, read } = setUp();
    writeFileSync(to, Buffer.alloc(5_000_000, 'left over'));
    const large = await read(to);
    expect(large).toMatchObject({ ok: true, value: { bytes: null, large: { copyFault: null } } });
    expect(large.ok && Buffer.from(large.value.large?.hash ?? []).equals(createHash('sha256').update(BYTES).digest())).toBe(true);
    expect(readFileSync(to).equals(Buffer.concat([HEAD, BYTES]))).toBe(true);
  });

  it('is copied for this user alone', unless(NO_MODES), async () => {
    const { to, read } = setUp();
    await read(to);
    expect(statSync(to).mode & 0o777).toBe(0o600);
  });

  it('is hashed all the same where it cannot be copied, and the fault is told', async () => {
    const { to, read } = setUp();
    expect(await read(join(to, 'no-such-folder', 'copy'))).toMatchObject({
      ok: true,
      value: { large: { copyFault: { kind: 'gone', code: 'ENOENT' } } },
    });
  });

  it('is not begun to be copied above its limit', async () => {
    const { to, read } = setUp();
    const found = await read(to, BYTES.length - 1);
    expect(found.ok && found.value.large).toBeUndefined();
    expect(statSync(to, { throwIfNoEntry: false })).toBeUndefined();
  });
});
