import { DAY_MS } from '#shared/lib/duration.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import { createHmac } from 'node:crypto';
import { keepNewest } from '../once-log.ts';

/** Identifies a caller in the log: the same for a day of this process, without revealing the address. */
export type CallerHash = {
  of(address: string): string;
  /** How many keys there have been so far. */
  turn(): number;
};

const KEY_BYTES = 32;

/**
 * There are so few addresses that anybody with the key could try them all. So the key exists in this memory only, and is replaced at each start
 * and after each day (ADR-46).
 */
export function callerHash({ clock, random }: { readonly clock: Clock; readonly random: Random }): CallerHash {
  let [turn, untilMs, key] = [0, -Infinity, new Uint8Array()];
  const renew = (): void => {
    const now = clock.monotonicMs();
    if (now < untilMs) return;
    [turn, untilMs, key] = [turn + 1, now + DAY_MS, random.bytes(KEY_BYTES)];
  };
  return {
    of(address) {
      renew();
      return keyedHash(key, address);
    },
    turn() {
      renew();
      return turn;
    },
  };
}

/** 64 bits: enough to tell two texts apart and to recognise one. Without the key it reveals nothing; with it, all possible texts can be tried. */
const CHARACTERS = 16;

/** HMAC-SHA-256, truncated, in hexadecimal. */
function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, CHARACTERS);
}

export type Lending = {
  readonly deviceId: string;
  /** How many integrations it has proved. */
  readonly integrations: number;
  readonly address: string;
};

/** As many as a node has streams; a pair that was forgotten is logged again. */
const PAIRS_MAX = 20_000;

/** Logs which device was lent an access token from where: once per key of the hash, which is once a day, since desktops ask every hour. */
export function lendings({ log, hash }: { readonly log: Log; readonly hash: CallerHash }): (of: Lending) => void {
  const said = new Map<string, true>();
  return ({ deviceId, integrations, address }) => {
    const from = hash.of(address);
    const pair = `${deviceId} ${from}`;
    if (!said.has(pair)) log.info('access token lent', { deviceId, integrations, from });
    keepNewest(said, pair, true, PAIRS_MAX);
  };
}
