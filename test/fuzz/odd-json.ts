import type { Dice } from '#test/sim/plan/action.ts';
import { type Body, bytesOfBody, type FormPart } from './fault-of-answer.ts';

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

type Form = Extract<Body, { readonly kind: 'form' }>;

const HEADS = [
  '',
  'Content-Disposition: form-data',
  'Content-Disposition: form-data; name=',
  'Content-Disposition: form-data; name="',
  'Content-Disposition: form-data; name="file"; name="filename"',
  'Content-Disposition: attachment; name="file"',
  "Content-Disposition: form-data; name*=UTF-8''file",
  'Content-Disposition: form-data; name="file"; filename="\0"',
  'Content-Disposition: form-data; name="__proto__"',
  'content-disposition:form-data;name=comment',
  'Content-Disposition: form-data; name="comment"\r\nContent-Transfer-Encoding: base64',
  'Content-Disposition: form-data; name="comment"\r\nContent-Type: text/plain; charset=utf-16',
  'Content-Disposition: form-data; name="entries"\r\nContent-Type: application/json',
  'Content-Type: multipart/mixed; boundary=C',
  ': a',
  'a b: c',
  `X: ${'a'.repeat(9_000)}`,
] as const;

/** The bytes of a form that differs from this one in something. */
export function oddForm(form: Form, dice: Dice): Buffer {
  const at = dice.below(form.parts.length);
  const part = form.parts[at];
  const others = form.parts.filter((_, place) => place !== at);
  if (part === undefined) return bytesOfBody(form);
  const changed = (to: readonly FormPart[]): Buffer => bytesOfBody({ ...form, parts: to });
  const text = bytesOfBody(form).toString('latin1');
  switch (dice.below(12)) {
    case 0:
      return changed(others);
    case 1:
      return changed([...form.parts, part]);
    case 2:
      return changed([...others, { ...part, head: dice.one(HEADS) }]);
    case 3:
      return changed([...others, { ...part, bytes: Buffer.from(oddText(dice)) }]);
    case 4:
      return changed([...others, { ...part, head: part.head.replace(/name="\w+"/, `name="${oddText(dice)}"`) }]);
    case 5:
      return changed(Array.from({ length: dice.one([0, 65, 300]) }, () => part));
    case 6:
      return rewritten(text.replaceAll('\r\n', '\n'));
    case 7:
      return rewritten(text.replace(`--${form.boundary}--`, `--${form.boundary}`));
    case 8:
      return rewritten(text.replace(`--${form.boundary}\r\n`, `--${form.boundary} \t\r\n`));
    case 9:
      return rewritten(`${oddText(dice)}${text}${oddText(dice)}`);
    case 10:
      return changed([...others, { ...part, bytes: Buffer.from(`\r\n--${form.boundary}`) }]);
    default:
      return rewritten(text.replaceAll(form.boundary, dice.one([`${form.boundary}x`, form.boundary.toLowerCase(), '', '-'])));
  }
}

function rewritten(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
