import type { Random } from '#shared/ports/world.ts';
import { type Dice, diceOf } from '#test/sim/plan/dice.ts';
import { type Asked, type Body, bytesOfBody } from './asked.ts';
import { flipped, oddBytes } from './odd-bytes.ts';
import { oddForm } from './odd-form.ts';
import { framed, oddlyFramed } from './odd-framing.ts';
import { headOf, oddHead } from './odd-head.ts';
import { oddJson } from './odd-json.ts';

/** A request as it goes over the socket. */
export type Drawn = {
  readonly asked: Asked;
  readonly bytes: Buffer;
  /** False if the server may have to wait for more, and may end without an answer when nothing more comes. */
  readonly isWhole: boolean;
  readonly isTwofold: boolean;
  /** Something is odd about its end or about what follows it; the answer may be about that, instead of the request itself. */
  readonly isRagged: boolean;
};

type Oddity = 'head' | 'body' | 'framing' | 'bytes';
const ODDITIES: readonly [Oddity, ...Oddity[]] = [
  'head',
  'head',
  'head',
  'head',
  'head',
  'body',
  'body',
  'body',
  'body',
  'body',
  'body',
  'framing',
  'bytes',
];
/** The share of requests that are left unchanged: a valid request among invalid ones has to be answered as one. */
const RIGHT = 0.1;

/** A valid request, changed in up to three ways by this seed's random numbers. */
export function drawRequest(right: Asked, random: Random): Drawn {
  const dice = diceOf(random);
  const times = dice.chance(RIGHT) ? 0 : 1 + dice.below(3);
  const ways = Array.from({ length: times }, () => dice.one(ODDITIES));
  let asked = right;
  for (const way of ways) if (way === 'head') asked = oddHead(asked, dice);
  const body = bodyOf(asked.body, ways.includes('body') ? random : null);
  const frame = ways.includes('framing') ? oddlyFramed(body ?? Buffer.from('{}'), dice) : body === null ? NO_BODY : framed(body, dice);
  const close = asked.headers.some(([name]) => name === 'connection') ? '' : 'connection: close\r\n';
  const head = Buffer.from(`${headOf(asked)}\r\n${close}${frame.lines}\r\n`, 'latin1');
  const isTwofold = frame.isTwofold && !ways.includes('head');
  const isRagged = ways.includes('framing') || ways.includes('bytes');
  const whole = { asked, bytes: Buffer.concat([head, frame.bytes]), isWhole: frame.isWhole, isTwofold, isRagged };
  return ways.includes('bytes') ? { ...whole, bytes: wild(whole.bytes, dice), isWhole: false, isTwofold: false } : whole;
}

const NO_BODY = { lines: '', bytes: Buffer.alloc(0), isWhole: true, isTwofold: false };

function bodyOf(body: Body, random: Random | null): Buffer | null {
  if (random === null) return body.kind === 'none' ? null : bytesOfBody(body);
  const dice = diceOf(random);
  if (body.kind === 'none') return oddBytes(Buffer.from('{"a":1}'), random);
  if (body.kind === 'json' && dice.chance(0.7)) return Buffer.from(oddJson(body.value, dice));
  if (body.kind === 'form' && dice.chance(0.8)) return oddForm(body, dice);
  return oddBytes(bytesOfBody(body), random);
}

/** Bytes that belong to no request, anywhere in it. */
function wild(bytes: Buffer, dice: Dice): Buffer {
  const at = dice.below(bytes.byteLength + 1);
  if (dice.chance(0.5)) return flipped(bytes, dice);
  return dice.chance(0.5)
    ? bytes.subarray(0, at)
    : Buffer.concat([bytes.subarray(0, at), Buffer.from([0x0d, 0x0a, dice.below(256)]), bytes.subarray(at)]);
}
