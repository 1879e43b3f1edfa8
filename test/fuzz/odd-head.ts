import type { Dice } from '#test/sim/plan/action.ts';
import type { Asked, Header } from './fault-of-answer.ts';
import { oddText } from './odd-json.ts';

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
  'PURGE',
  'PRI',
  'BREW',
  'get',
  '',
  'G@T',
  '\0',
  'A'.repeat(300),
] as const;
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.9', 'http/1.1', 'HTTP/1.1 ', '', 'HTTP/1.1\r', 'RTSP/1.0'] as const;

const VALUES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic dTpw',
    'Bearer \xe9\xff',
    `Bearer ${'A'.repeat(43)}`,
    'Bearer a, Bearer b',
    `Bearer ${'A'.repeat(9_000)}`,
    'Bearer null',
    'Digest username="a"',
    `${'Bearer '.repeat(1_000)}x`,
  ],
  'content-type': [
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset="',
    'APPLICATION/JSON',
    'a',
    '/',
    ';;;;',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a\xff"',
    'multipart/form-data; boundary=a; boundary=b',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    'multipart/mixed; boundary=B',
    'application/x-www-form-urlencoded',
    'application/xml',
    `application/json${';a=b'.repeat(2_000)}`,
  ],
  'content-encoding': ['gzip', 'x-gzip', 'br', 'gzip, gzip', 'identity', 'zip', '\xff'],
  host: ['', ' ', 'evil.example', 'a b', '[', '[::1', '127.0.0.1:99999', 'a:b:c', '\xe9', 'user@a', 'a/../b', 'a,b', 'a'.repeat(9_000)],
  origin: ['null', 'http://evil.example', '', 'http://[', '\xff'],
  'sec-fetch-site': ['cross-site', 'same-site', 'none', '', 'x'],
  expect: ['100-continue', '100-Continue', 'a-miracle', ''],
  connection: ['keep-alive', 'upgrade', 'close, close', 'host', ''],
  upgrade: ['websocket', 'h2c', 'HTTP/2.0'],
  accept: ['text/html', '*/*;q=9', '\xff', 'text/event-stream'],
  'accept-encoding': ['gzip', '*;q=0', 'br, gzip, deflate'],
  'x-forwarded-for': ['1.2.3.4', '::1, ::1', 'x'.repeat(3_000), ',,,,', '1.2.3.4:x'],
  'intray-run': ['', '\xff', 'x'.repeat(5_000), '00000000-0000-0000-0000-000000000000'],
  cookie: ['a=b', 'a'.repeat(8_000), '__proto__=1'],
  'cache-control': ['no-cache', 'x'],
  'if-none-match': ['*', '"a"'],
  range: ['bytes=0-', 'bytes=9-1', 'bytes=0-1,0-1,0-1'],
  'last-event-id': ['-1', '\xff'],
};

/** Lines that no parser should accept, or only with their defined meaning. */
const LINES = [
  'a b: c',
  ': c',
  'a : c',
  'a',
  'a\0b: c',
  'a: \0',
  'a: \x01\x7f',
  'a: \xff\xfe',
  'a: b\r\n c',
  ' a: b',
  'a: b\nc: d',
  'a: b\rc: d',
  '__proto__: a',
  'constructor: a',
  '\xe9: a',
  `a: ${'b'.repeat(30_000)}`,
  `a: ${'b'.repeat(40_000)}`,
  `${'a'.repeat(20_000)}: b`,
  Array.from({ length: 2_100 }, () => 'a:b').join('\r\n'),
] as const;

/** The same, except for something in its first line or its headers. */
export function oddHead(asked: Asked, dice: Dice): Asked {
  const how = dice.below(10);
  if (how === 0) return { ...asked, method: dice.one(METHODS) };
  if (how === 1 && dice.chance(0.3)) return { ...asked, version: dice.one(VERSIONS) };
  if (how <= 5) return { ...asked, target: oddTarget(asked.target, dice) };
  return { ...asked, headers: oddHeaders(asked.headers, dice) };
}

function oddHeaders(headers: readonly Header[], dice: Dice): readonly Header[] {
  const at = dice.below(headers.length + 1);
  const [name, value] = headers[at] ?? ['a', 'b'];
  const others = headers.filter((_, place) => place !== at);
  const known = Object.entries(VALUES);
  const [odd, values] = known[dice.below(known.length)] ?? ['a', ['b']];
  switch (dice.below(8)) {
    case 0:
      return others;
    case 1:
      return [...headers, [name, value]];
    case 2:
      return [...headers, [name, dice.one(VALUES[name.toLowerCase()] ?? ['', 'x'])]];
    case 3:
      return [...others, [name, dice.one(VALUES[name.toLowerCase()] ?? ['', '\xff', 'x'.repeat(5_000)])]];
    case 4:
      return [...others, [name.toUpperCase(), ` \t${value}\t `]];
    case 5:
      // A line without a colon of its own: see `headOf`.
      return dice.chance(0.4) ? headers.toSpliced(at, 0, [dice.one(LINES), '']) : [...headers, [name, value]];
    default:
      return headers.some(([one]) => one === odd) && odd === 'host'
        ? headers.map((one) => (one[0] === odd ? [odd, dice.one(values)] : one))
        : [...headers, [odd, dice.one(values)]];
  }
}

/** First line and headers as bytes, without the empty line after them. */
export function headOf({ method, target, version, headers }: Asked): string {
  const lines = headers.map(([name, value]) => ((LINES as readonly string[]).includes(name) ? name : `${name}: ${value}`));
  return [`${method} ${target} ${version}`, ...lines].join('\r\n');
}

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
const ODD_TARGET_VALUES = [
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
function oddTarget(target: string, dice: Dice): string {
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
  const odd = `${wanted}${dice.one(['=', '=', '=', '==', ''])}${dice.one(ODD_TARGET_VALUES)}`;
  return dice.chance(0.5) ? [...pairs, odd, odd].join('&') : [odd, ...pairs.slice(1)].join(dice.one(['&', '&&', ';']));
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
