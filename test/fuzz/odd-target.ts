import type { Dice } from '#test/sim/plan/dice.ts';
import { oddText } from './odd-texts.ts';

const SEGMENTS = [
  '%00',
  '%ff',
  '%2e%2e',
  '%2f',
  'a%2Fb',
  '%5c..%5c',
  '%',
  '%zz',
  '%u0041',
  '%c0%af',
  '%F0%9F%96%A8',
  '%ed%a0%80',
  '%0d%0aset-cookie:a=b',
  '..',
  '.',
  '',
  '*',
  ':id',
  ';a=b',
  'é',
  'ÿþ',
  'constructor',
  '__proto__',
  'null',
  '-',
  '~',
  '\\',
  '	',
  ' ',
  '%20',
  '',
  '\0',
  'a'.repeat(300),
  'a'.repeat(9e3),
  '%41'.repeat(3e3),
  '/'.repeat(3e3),
  'a/'.repeat(2e3),
] as const;

const WHOLE = [
  '*',
  '',
  '?',
  '#',
  '//',
  '///',
  '/%',
  '\\',
  '/\\evil.example',
  '//evil.example/a',
  'http://evil.example/a',
  'http://[',
  'http://a:99999/',
  'http://',
  'file:///etc/passwd',
  'javascript:1',
  'a:b',
  '@',
  'healthz',
  '/../../../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/.git/config',
  '/index.html',
  '/?',
  '/#a',
  '/a?b?c#d',
  `/${'a'.repeat(33e3)}`,
  '/%E0%A4%A',
  '/ÿ',
  '/assets/../secret.html',
  '/rpc/',
  '/rpc',
  '/rpc//',
  '/rpc/__proto__/toString',
] as const;

const NAMES = ['after', 'limit', 'wait', 'newest', 'data', '__proto__', 'a[]', '', '%00', '%zz'] as const;
const VALUES = [
  '',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '999999999999999',
  '9999999999999999999',
  '%00',
  '%ff',
  '%zz',
  '+',
  '[]',
  '{}',
  'null',
  '%7B%22json%22%3A%7B%7D%7D',
  '%5B'.repeat(2e3),
  'é',
  'a'.repeat(9e3),
] as const;

/** Another path, or another query after it. */
export function oddTarget(target: string, dice: Dice): string {
  const [path = '', query] = target.split('?', 2);
  const how = dice.below(8);
  if (how === 0) return dice.one(WHOLE);
  if (how <= 3) return `${path}?${oddQuery(query ?? '', dice)}`;
  const parts = path.split('/');
  const at = 1 + dice.below(parts.length);
  const part = dice.chance(0.8) ? dice.one(SEGMENTS) : encoded(oddText(dice));
  const changed = dice.chance(0.6) ? parts.with(Math.min(at, parts.length - 1), part) : parts.toSpliced(at, 0, part);
  return `${changed.join('/')}${query === undefined ? '' : `?${query}`}`;
}

function oddQuery(query: string, dice: Dice): string {
  const pairs = query === '' ? [] : query.split('&');
  if (dice.chance(0.1)) return Array.from({ length: 1_000 }, (_, n) => `a${n}=b`).join('&');
  const [name] = (pairs[dice.below(pairs.length)] ?? '').split('=');
  const wanted = name === undefined || name === '' || dice.chance(0.4) ? dice.one(NAMES) : name;
  const odd = `${wanted}${dice.one(['=', '=', '=', '==', ''])}${dice.one(VALUES)}`;
  return dice.chance(0.5) ? [...pairs, odd, odd].join('&') : [odd, ...pairs.slice(1)].join(dice.one(['&', '&&', ';']));
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
