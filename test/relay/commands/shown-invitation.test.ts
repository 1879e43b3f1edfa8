import decodeQr from 'qr/decode.js';
import { expect, it } from 'vitest';
import { newInvitation } from '#relay/commands/invitation/new-invitation.ts';
import { httpsLink, shownInvitation } from '#relay/commands/invitation/invitation.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { uuid } from '../enrol/uuid.ts';

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
