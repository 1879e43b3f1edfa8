import type { Log } from '#shared/ports/log.ts';
import { keepNewest } from '../keep-newest.ts';
import type { CallerHash } from './caller-hash.ts';

export type Lending = {
  readonly deviceId: string;
  /** How many it has proved. */
  readonly integrations: number;
  readonly address: string;
};

/** As many as a node has streams; one that is forgotten is said again. */
const PAIRS_MAX = 20_000;

/** Says which device was lent an access token from where: once for each key of the hash, which is a day, since a desktop asks every hour. */
export function lendings({ log, hash }: { readonly log: Log; readonly hash: CallerHash }): (of: Lending) => void {
  const said = new Map<string, true>();
  return ({ deviceId, integrations, address }) => {
    const from = hash.of(address);
    const pair = `${deviceId} ${from}`;
    if (!said.has(pair)) log.info('access token lent', { deviceId, integrations, from });
    keepNewest(said, pair, true, PAIRS_MAX);
  };
}
