import { describe, expect, it } from 'vitest';
import { hex } from '#shared/lib/hex.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import { joinedInHeadroom, withHeadroom } from '#shared/node/sqlite/headroom.ts';
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
    // Hashing in this thread would finish before the first turn; the number of turns depends on the machine.
    expect(turns).toBeGreaterThan(0);
  });
});

describe('bytes with room before them', () => {
  it('are hashed behind a few words as if both were one, and stay as they are', async () => {
    const bytes = withHeadroom(200_000);
    bytes.fill(7);
    const before = Buffer.from(bytes);
    const words = utf8('intray/1\0');
    const both = await Promise.all([nodeDigest([words, bytes]), nodeDigest([utf8('other words\0'), bytes]), nodeDigest([bytes])]);
    expect(both.map(hex)).toEqual(
      [nodeSha256([words, before]), nodeSha256([utf8('other words\0'), before]), nodeSha256([before])].map(hex),
    );
    expect(Buffer.compare(bytes, before)).toBe(0);
  });

  it('are joined in place only where the room is theirs', () => {
    const bytes = withHeadroom(10);
    expect(joinedInHeadroom(new Uint8Array(3), bytes)?.byteLength).toBe(13);
    expect(joinedInHeadroom(new Uint8Array(200), bytes)).toBeNull();
    expect(joinedInHeadroom(new Uint8Array(3), bytes.subarray(2))).toBeNull();
    expect(joinedInHeadroom(new Uint8Array(3), new Uint8Array(new ArrayBuffer(300), 128))).toBeNull();
  });
});
