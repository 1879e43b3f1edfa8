import { describe, expect, it } from 'vitest';
import { httpsLink, invitationCommand, type InvitationOptions, shownInvitation } from '#relay/commands/invitation/invitation.ts';
import { linkHost, newInvitation } from '#relay/commands/invitation/new-invitation.ts';
import { ok } from '#shared/lib/result.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { CONFIG, openRelay, uuid } from '../relay-bench.ts';
import decodeQr from 'qr/decode.js';
import { integrationIdSchema } from '#shared/contract/ids.ts';

const INTEGRATION = uuid(9, 1);

describe('the command that makes invitations', () => {
  it.each([
    [[], {}],
    [['list', uuid(1, 1)], {}],
    [['list'], { company: 'A' }],
    [['audit', 'all'], {}],
    [['withdraw'], {}],
    [['withdraw', "x' OR 1=1"], {}],
    [['withdraw', uuid(1, 1), 'more'], {}],
    [['destroy', uuid(1, 1)], {}],
  ])('does not know the words %j with %j', async (words, options) => {
    expect(await said(words, options)).toBeNull();
  });

  it.each([
    [{ integration: 'x' }, '--integration: '],
    [{ integration: INTEGRATION, company: '' }, '--company: '],
    [{ integration: INTEGRATION, company: 'A'.repeat(121) }, '--company: '],
    [{ integration: INTEGRATION, accountant: 'a\u202eb' }, '--accountant: '],
    [{ integration: INTEGRATION, accountant: 'a\nb' }, '--accountant: '],
  ])('says what is wrong with %j', async (options, beginning) => {
    expect(await said([], options)).toMatchObject({ code: 2, text: expect.stringContaining(beginning) as string });
  });

  it('says that an invitation of this id is not there', async () => {
    expect(await said(['withdraw', uuid(1, 1)], {})).toMatchObject({
      code: 1,
      text: expect.stringContaining('no invitation with this id') as string,
    });
  });

  it('has none made where the relay has no public address', async () => {
    const made = await said([], { integration: INTEGRATION }, null);
    expect(made).toMatchObject({ code: 2, text: expect.stringContaining('RELAY_PUBLIC_URL is not set') as string });
  });
});

describe('the address that links lead to', () => {
  it.each([
    'http://relay.example.com',
    'https://127.0.0.1',
    'https://2130706433',
    'https://[::1]',
    'https://localhost:8420',
    'https://relay.example.com/intray',
    'https://relay.example.com/?a',
    'https://a@relay.example.com',
  ])('is not %s', (url) => {
    expect(linkHost(url, nodeRandom())).toMatchObject({ ok: false, failure: expect.stringMatching(/must be https/) as string });
  });

  it.each([
    ['https://relay.example.com', 'relay.example.com'],
    ['https://relay.example.com/', 'relay.example.com'],
    ['https://relay.example.com:443', 'relay.example.com'],
    ['https://Relay.Example.com:8443', 'relay.example.com:8443'],
    ['https://rélais.example', 'xn--rlais-bsa.example'],
  ])('of %s is %s', (url, host) => {
    expect(linkHost(url, nodeRandom())).toEqual(ok(host));
  });
});

async function said(words: readonly string[], options: InvitationOptions, publicUrl: string | null = 'https://relay.example.com') {
  const { store, clock, log, service } = await openRelay();
  const world = { clock, log, random: nodeRandom(), http: service.http };
  const io = { readSecret: async () => '', writeFile: () => ok(null), isTerminal: false, stop: new AbortController().signal };
  return invitationCommand({ world, store, config: CONFIG, publicUrl, ...io }, { words, options, json: false, by: 'operator-7' });
}

/** How a terminal is told of each square; behind it the colours end. */
const BLACK = '\u001b[40m  ';
const WHITE = '\u001b[1;47m  ';
const END = '\u001b[0m';
/** Pixels for each of its squares. */
const SCALE = 4;

it('an invitation at a terminal has a QR code, which a telephone reads as the link', () => {
  const wish = {
    integrationId: integrationIdSchema.parse(uuid(9, 1)),
    company: null,
    accountant: null,
    createdAt: 1,
    createdBy: 'operator-7',
  };
  const made = newInvitation({ ...wish, secret: 'secret', host: 'relay.example.com:8443' }, nodeRandom());
  const { text, aside = '' } = shownInvitation(made, { written: null, json: false, isTerminal: true });
  const rows = text.split('\n').filter((line) => line.startsWith('\u001b'));
  const squares = rows.map((row) =>
    row
      .split(END)
      .slice(0, -1)
      .map((square) => [WHITE, BLACK].indexOf(square)),
  );
  expect(squares.flat()).not.toContain(-1);
  expect(decodeQr(imageOf(squares))).toBe(httpsLink(made));
  expect(aside).toContain(`Number: ${made.number?.slice(0, 4)} ${made.number?.slice(4)}`);
});

function imageOf(squares: readonly (readonly number[])[]) {
  const size = squares.length * SCALE;
  const data = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isBlack = squares[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === 1;
      data.set(isBlack ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * size + x) * 4);
    }
  }
  return { width: size, height: size, data };
}
