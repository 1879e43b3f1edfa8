import { describe, expect, it } from 'vitest';
import { findCanaries } from '#test/support/find-canaries.ts';

const SECRET = 'a secret+with/"odd" signs: é%&';
const json = JSON.stringify(SECRET);

const WRITTEN: readonly (readonly [form: string, bytes: Buffer])[] = [
  ['as it is', Buffer.from(`password=${SECRET};`)],
  ['as a program of Windows writes it', Buffer.from(`password=${SECRET};`, 'utf16le')],
  ['in JSON', Buffer.from(`{"password":${json}}`)],
  ['in an address', Buffer.from(`https://example.com/?p=${encodeURIComponent(SECRET)}&x=1`)],
  ['in a form', Buffer.from(new URLSearchParams({ a: '1', p: SECRET, b: '2' }).toString())],
  ['in hexadecimal', Buffer.from(Buffer.from(`x${SECRET}`).toString('hex'))],
  ['in capital hexadecimal', Buffer.from(Buffer.from(`x${SECRET}`).toString('hex').toUpperCase())],
  ...['', 'u', 'us', 'use', 'user:'].flatMap((before) =>
    ['', '.', '..'].flatMap((after) =>
      (['base64', 'base64url'] as const).map(
        (way) =>
          [
            `in ${way} between "${before}" and "${after}"`,
            Buffer.from(`Basic ${Buffer.from(before + SECRET + after).toString(way)}`),
          ] as const,
      ),
    ),
  ),
];

describe('a canary', () => {
  it.each(WRITTEN)('is found %s', (_, bytes) => {
    const found = findCanaries([{ where: 'the log', bytes }], [{ name: 'a password', secret: SECRET }]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join()).not.toContain(SECRET);
  });

  it('is found as bytes', () => {
    const secret = Buffer.from('0123456789abcdef', 'utf8');
    expect(findCanaries([{ where: 'a page', bytes: Buffer.concat([Buffer.alloc(9), secret]) }], [{ name: 'key', secret }])).toEqual([
      'key as itself in a page',
    ]);
  });

  it('is not seen where it is not, and must be long enough to be one', () => {
    const left = [{ where: 'the log', bytes: Buffer.from(`password=${SECRET.slice(1)}`) }];
    expect(findCanaries(left, [{ name: 'a password', secret: SECRET }])).toEqual([]);
    expect(() => findCanaries(left, [{ name: 'short', secret: 'short' }])).toThrow('too short');
  });
});
