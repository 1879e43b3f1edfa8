import { gzipSync } from 'node:zlib';
import type { Random } from '#shared/ports/world.ts';
import { type Dice, diceOf } from '#test/sim/plan/dice.ts';

const BOM = [Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])] as const;
const NO_UTF8 = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf0, 0x9f]),
  Buffer.from([0]),
] as const;
/** Unpacked sizes: one that the relay accepts, one beyond its limit, one beyond anything. Packed, each is within every limit. */
const BOMB_BYTES = [100_000, 2_000_000, 40_000_000] as const;
/** Beyond the limits of a call (64 and 256 KB) and within that of an import. */
const MUCH_BYTES = [70_000, 270_000, 1_100_000] as const;

/** A damaged copy of these bytes. */
export function oddBytes(bytes: Uint8Array, random: Random): Buffer {
  const dice = diceOf(random);
  const at = dice.below(bytes.byteLength + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (dice.below(12)) {
    case 0:
      return Buffer.from(before);
    case 1:
      return Buffer.concat([dice.one(BOM), bytes]);
    case 2:
      return Buffer.concat([before, dice.one(NO_UTF8), after]);
    case 3:
      return Buffer.concat([bytes, bytes]);
    case 4:
      return Buffer.from(random.bytes(dice.one([1, 3, 64, 3_000])));
    case 5:
      return flipped(bytes, dice);
    case 6:
      return Buffer.alloc(0);
    case 7:
      return Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf16le');
    case 8:
      return dice.chance(0.5) ? gzipSync(bytes) : gzipSync(gzipSync(bytes));
    case 9:
      return dice.chance(0.3) ? gzipSync(Buffer.alloc(dice.one(BOMB_BYTES), 0x5b)) : gzipSync(bytes).subarray(0, 12);
    case 10:
      return dice.chance(0.3) ? Buffer.alloc(dice.one(MUCH_BYTES), dice.one(['a', '[', '"', '\0'])) : Buffer.concat([after, before]);
    default:
      return Buffer.concat([before, after.subarray(1 + dice.below(8))]);
  }
}

/** Replaces one to four bytes. */
export function flipped(bytes: Uint8Array, dice: Dice): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = 1 + dice.below(4); times > 0 && copy.byteLength > 0; times -= 1) copy[dice.below(copy.byteLength)] = dice.below(256);
  return copy;
}
