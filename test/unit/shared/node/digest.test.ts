import { describe, expect, it } from 'vitest';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';

describe('the digest of a file', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['a few bytes', Buffer.from('bytes')],
    ['five megabytes', Buffer.alloc(5_242_880, 'scan')],
    ['a scan that is a part of a larger room', Buffer.alloc(400_000, 'room').subarray(100_001, 300_002)],
    ['as much as is hashed at once', Buffer.alloc(65_536, 1)],
    ['a byte more', Buffer.alloc(65_537, 2)],
    ['memory that threads share', new Uint8Array(new SharedArrayBuffer(100_000)).fill(3)],
  ])('of %s is the hash of them', async (_what, bytes) => {
    expect(await nodeDigest(bytes)).toEqual(nodeSha256([bytes]));
  });

  it('lets others go on meanwhile', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 100) setImmediate(count);
    };
    setImmediate(count);
    await nodeDigest(Buffer.alloc(5_000_000));
    // Hashing in this thread would finish before the first turn; the number of turns depends on the machine.
    expect(turns).toBeGreaterThan(0);
  });
});
