import { describe, expect, it } from 'vitest';
import { nodeDigest } from '#shared/node/digest.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';

describe('the digest of a file', () => {
  it.each([
    ['nothing', []],
    ['a few bytes', [Buffer.from('salt'), Buffer.from('bytes')]],
    ['five megabytes', [Buffer.from('salt'), Buffer.alloc(5_242_880, 'scan')]],
    ['a scan that is one piece', [Buffer.alloc(200_000, 7)]],
    ['a piece of a larger room', [Buffer.alloc(400_000, 'room').subarray(100_001, 300_002)]],
    ['as much as is hashed at once, and a byte more', [Buffer.alloc(65_536, 1), Buffer.alloc(1, 2)]],
    ['memory that threads share', [new Uint8Array(new SharedArrayBuffer(100_000)).fill(3)]],
  ])('of %s is the hash of them', async (_what, parts) => {
    expect(await nodeDigest(parts)).toEqual(nodeSha256(parts));
  });

  it('lets others go on meanwhile', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 100) setImmediate(count);
    };
    setImmediate(count);
    await nodeDigest([Buffer.alloc(5_000_000)]);
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
