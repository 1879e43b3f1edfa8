import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SECRET_MARKS } from '#sandbox/secret-marks.ts';
import { DEVICE_TOKEN_MARK } from '#shared/relay-protocol/protocol.ts';
import { secretsLeftIn } from '#test/support/leftovers.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const MARKS = [
  ['an integration secret', SECRET_MARKS.integrationSecret],
  ['a client secret', SECRET_MARKS.clientSecret],
  ['an access token', SECRET_MARKS.accessToken],
  ['a device token', DEVICE_TOKEN_MARK],
] as const;

describe('what suites leave behind', () => {
  test.each(MARKS)('is found out where it holds %s, also in a header of base64', (name, mark) => {
    const root = tempFolder();
    mkdirSync(join(root, 'profile', 'logs'), { recursive: true });
    writeFileSync(join(root, 'profile', 'logs', 'a.txt'), `{"with":"${Buffer.from(`anne:${mark}AAAA`).toString('base64')}"}`);
    writeFileSync(join(root, 'page.html'), `<p>${mark}AAAA</p>`);
    const found = secretsLeftIn([root]);
    expect(found.some((one) => one.startsWith(`${name} as base64 in profile`))).toBe(true);
    expect(found).toContain(`${name} as itself in page.html`);
  });

  test.each(MARKS)('names %s for no test file, since a report names them all', (_name, mark) => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => file.includes(mark))).toEqual([]);
  });

  test('is nothing to speak of where it holds none', () => {
    const root = tempFolder();
    writeFileSync(join(root, 'log.txt'), 'connected');
    expect(secretsLeftIn([root, join(root, 'not there')])).toEqual([]);
  });
});
