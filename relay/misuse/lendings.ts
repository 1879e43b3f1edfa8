import type { Log } from '#shared/ports/log.ts';
import { keepNewest } from '../keep-newest.ts';
import type { CallerHash } from './caller-hash.ts';

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
