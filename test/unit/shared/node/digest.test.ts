import { describe, expect, it } from 'vitest';
import { nodeDigest } from '#shared/node/digest.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';

describe('the digest of a file', () => {
  it.each([
    ['nothing', []],
    ['a few bytes', [Buffer.from('salt'), Buffer.from('bytes')]],
    ['five megabytes', [Buffer.from('salt'), Buffer.alloc(5_242_880, 'scan')]],
    ['exactly one stretch', [Buffer.alloc(1_000_000, 7)]],
  ])('of %s is the hash of them', async (_what, parts) => {
    expect(await nodeDigest(parts)).toEqual(nodeSha256(parts));
  });

  it('lets others go on between its stretches', async () => {
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
