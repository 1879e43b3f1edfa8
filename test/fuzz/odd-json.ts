import type { Dice } from '#test/sim/plan/dice.ts';
import { oddText } from './odd-texts.ts';

const NUMBERS = [-1, -0, 0.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, -(2 ** 63), 2 ** 31, 4e9] as const;
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'then', '', '\0', '\ud800', '0', 'length'] as const;
/** Marks text in JSON that JSON.stringify cannot write. */
const MARK = 'written-as-it-is:';
const RAW = [
  'NaN',
  'Infinity',
  '-',
  '01',
  '1.',
  '.5',
  '+1',
  '1e999',
  '-1e999',
  '0x10',
  'undefined',
  "'a'",
  '"\\ud800"',
  '"\\u0000"',
  '"\\x"',
  '"a\nb"',
] as const;
const DEPTHS = [50, 101, 3_000, 25_000] as const;

/** The JSON text of a value in which one or two places are odd. */
export function oddJson(value: unknown, dice: Dice): string {
  let odd = value;
  for (let times = 1 + dice.below(2); times > 0; times -= 1) odd = changedSomewhere(odd, dice);
  const text = JSON.stringify(odd) ?? 'null';
  return text.replaceAll(new RegExp(`"${MARK}(\\d+)"`, 'g'), (_, at: string) => written(Number(at)));
}

/** Like the value, but one place in it is odd. */
export function changedSomewhere(value: unknown, dice: Dice): unknown {
  if (Array.isArray(value) && value.length > 0 && dice.chance(0.8)) {
    const at = dice.below(value.length);
    return value.map((one: unknown, place) => (place === at ? changedSomewhere(one, dice) : one));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && dice.chance(0.85)) return changedMember(value, dice);
  return oddValue(value, dice);
}

function changedMember(value: object, dice: Dice): unknown {
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  const [name, member] = members[dice.below(members.length)] ?? ['a', 1];
  const others = members.filter(([one]) => one !== name);
  const how = dice.below(10);
  // Not by assignment: a member named __proto__ has to become an own member.
  if (how === 0) return Object.fromEntries(others);
  if (how === 1) return Object.fromEntries([...members, [dice.one(NAMES), oddValue(member, dice)]]);
  if (how === 2) return Object.fromEntries([...others, [dice.one(NAMES), member]]);
  return Object.fromEntries([...others, [name, changedSomewhere(member, dice)]]);
}

function oddValue(value: unknown, dice: Dice): unknown {
  switch (dice.below(9)) {
    case 0:
      return null;
    case 1:
      return dice.one(NUMBERS);
    case 2:
      return [value];
    case 3:
      return { value };
    case 4:
      return dice.chance(0.5);
    case 5:
      return `${MARK}${dice.below(RAW.length + DEPTHS.length)}`;
    case 6:
      return typeof value === 'string' ? `${value}${oddText(dice)}` : (JSON.stringify(value) ?? '');
    case 7:
      return Array.from({ length: dice.one(typeof value === 'object' ? [0, 2] : [0, 2, 501, 2_000]) }, () => value);
    default:
      return oddText(dice);
  }
}

function written(at: number): string {
  const depth = DEPTHS[at - RAW.length];
  if (depth === undefined) return RAW[at] ?? 'null';
  return at % 2 === 0 ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}
