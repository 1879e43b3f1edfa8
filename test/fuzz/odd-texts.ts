import type { Dice } from '#test/sim/plan/dice.ts';

/** Texts that may trip a reader, wherever one is expected. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u0007\u001b[2J',
  '\u202egnp.exe',
  '\ufeff',
  '🖨️é€',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '../../etc/passwd',
  '%00',
  '%ff',
  "'; DROP TABLE events; --",
  '${jndi:x}',
  '<script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
] as const;

/** Lengths; the last is beyond most limits of a member, but within those of a body. */
const LONG = [201, 501, 4_096, 30_000] as const;

export function oddText(dice: Dice): string {
  if (dice.chance(0.15)) return dice.one(['a', '🖨', '\0', '"', '\ud800']).repeat(dice.one(LONG));
  return dice.one(TEXTS);
}
