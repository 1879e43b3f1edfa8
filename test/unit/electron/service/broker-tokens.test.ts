import { describe, expect, it, onTestFinished } from 'vitest';
import { brokerTokens } from '#electron/engine/create-network.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { bodyAtHand, type Scripted, scriptedServer } from '#test/support/network/scripted-server.ts';
import { seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { multipart, retryAfterMs } from '#electron/service/import-document.ts';
import { wallMs } from '#shared/lib/duration.ts';

const GIVEN = { status: 200, body: { accessToken: 'abc', expiresIn: 1000 } };

async function aBroker(answer: () => Scripted, device: 'enrolled' | 'locked' = 'enrolled') {
  const server = await scriptedServer(answer);
  const clock = virtualClock();
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const deviceToken = async () => (device === 'enrolled' ? ok('device-token') : fail({ kind: 'locked' }));
  return { server, clock, tokens: brokerTokens({ http, clock, relayUrl: () => `${server.url}/`, deviceToken }) };
}

describe('tokens from the relay', () => {
  it('are asked for once by many at the same time, and again at 80 % of their life', async () => {
    const { server, clock, tokens } = await aBroker(() => GIVEN);
    expect(await Promise.all([tokens.token(), tokens.token(), tokens.token()])).toEqual([ok('abc'), ok('abc'), ok('abc')]);
    await clock.advance(799_000);
    await tokens.token();
    expect(server.asked).toHaveLength(1);
    await clock.advance(1_000);
    await Promise.all([tokens.token(), tokens.token()]);
    expect(server.asked).toHaveLength(2);
    expect(server.asked[0]).toMatchObject({ path: '/v1/devices/me/access-token', headers: { authorization: 'Bearer device-token' } });
  });

  it.each([
    [{ status: 401 }, { kind: 'refused', code: 'device-unknown' }],
    [{ status: 404 }, { kind: 'refused', code: 'not-proved' }],
    [{ status: 503 }, { kind: 'unreachable', code: 'relay-503' }],
    [
      { status: 200, body: { accessToken: '' } },
      { kind: 'unreachable', code: 'relay-200' },
    ],
    [
      { status: 200, body: 'hello' },
      { kind: 'unreachable', code: 'relay-200' },
    ],
  ])('are not to be had after %j', async (answer, fault) => {
    expect(await (await aBroker(() => answer)).tokens.token()).toEqual(fail(fault));
  });

  it('that met a 401 are replaced by another, and not by the relay’s same one', async () => {
    let number = 0;
    const { server, tokens } = await aBroker(() => ({ status: 200, body: { accessToken: `token-${(number += 1)}`, expiresIn: 1000 } }));
    await tokens.token();
    tokens.distrust('token-0');
    tokens.distrust('token-1');
    tokens.distrust('token-1');
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual([ok('token-2'), ok('token-2')]);
    tokens.distrust('token-1');
    await tokens.token();
    expect(server.asked.map(({ headers }) => headers['cache-control'])).toEqual([undefined, 'no-cache']);
  });

  it('are not asked for while the vault is locked', async () => {
    const { server, tokens } = await aBroker(() => GIVEN, 'locked');
    expect(await tokens.token()).toEqual(fail({ kind: 'unreachable', code: 'device-locked' }));
    expect(server.asked).toEqual([]);
  });
});

const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) & 0xff);

describe('the form of an import', () => {
  it('is read by the platform as it was meant, byte by byte', async () => {
    const name = 'Facture été « n°1 » ".pdf';
    const made = multipart(
      {
        fields: [
          { name: 'filename', value: name },
          { name: 'externalReference', value: 'iy1abc00' },
        ],
        file: { bytes, mediaType: 'application/pdf' },
      },
      seededRandom(1),
    );
    const body = new Blob([bodyAtHand(made.parts)]);
    const form = await new Response(body, { headers: { 'content-type': made.contentType } }).formData();
    expect([...form.keys()]).toEqual(['filename', 'externalReference', 'file']);
    expect(form.get('filename')).toBe(name);
    const file = form.get('file') as File;
    expect(file.name).toBe('document.pdf');
    expect(file.type).toBe('application/pdf');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  it('is these very bytes', () => {
    const made = multipart(
      { fields: [{ name: 'filename', value: 'a.png' }], file: { bytes: new Uint8Array([1, 2]), mediaType: 'image/png' } },
      seededRandom(1),
    );
    const boundary = made.contentType.replace('multipart/form-data; boundary=', '');
    expect(boundary).toMatch(/^intray-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const [head, , tail] = made.parts.map((part) => bodyAtHand([part]).toString('utf8'));
    expect(head).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="filename"\r\n\r\na.png\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="document.png"\r\nContent-Type: image/png\r\n\r\n`,
    );
    expect(tail).toBe(`\r\n--${boundary}--\r\n`);
  });

  it('carries the file itself and no copy of it', () => {
    const made = multipart({ fields: [], file: { bytes, mediaType: 'image/bmp' } }, seededRandom(1));
    expect(made.parts[1]).toBe(bytes);
  });

  it('has another boundary each time', () => {
    const random = seededRandom(1);
    const file = { bytes, mediaType: 'image/jpeg' };
    expect(multipart({ fields: [], file }, random).contentType).not.toBe(multipart({ fields: [], file }, random).contentType);
  });

  it('lets no media type into its header that is none', () => {
    const made = multipart({ fields: [], file: { bytes, mediaType: 'image/png\r\nX-Evil: 1' } }, seededRandom(1));
    const head = Buffer.from(made.parts[0]).toString('utf8');
    expect(head).not.toContain('Evil');
    expect(head).toContain('Content-Type: application/octet-stream\r\n');
  });
});

const NOW = wallMs(Date.UTC(2026, 0, 5, 8));

describe('how long a service asks to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '120' }, 120_000],
    ['no seconds at all', { 'retry-after': '0' }, 0],
    ['a date, by our clock', { 'retry-after': 'Mon, 05 Jan 2026 08:01:00 GMT' }, 60_000],
    [
      'a date, by the clock of who wrote it',
      { 'retry-after': 'Mon, 05 Jan 2030 08:01:00 GMT', date: 'Mon, 05 Jan 2030 08:00:30 GMT' },
      30_000,
    ],
    ['a date that is past', { 'retry-after': 'Mon, 05 Jan 2026 07:00:00 GMT' }, 0],
    ['a date next to a nonsense clock', { 'retry-after': 'Mon, 05 Jan 2026 08:00:10 GMT', date: 'yesterday' }, 10_000],
    ['nothing', {}, null],
    ['an empty text', { 'retry-after': ' ' }, null],
    ['a negative number', { 'retry-after': '-1' }, null],
    ['words', { 'retry-after': 'soon' }, null],
    ['an endless number', { 'retry-after': '99999999999' }, null],
  ])('is read from %s', (_, headers, expected) => {
    expect(retryAfterMs(headers as Record<string, string>, NOW)).toBe(expected);
  });
});
