import { notFound } from '../http/problem.ts';
import type { RelayCore } from '../relay-core.ts';

/** A device that asks for what is not its own, or does not exist: the log does not know which of the two, either. */
type Denied = {
  readonly deviceId: string;
  /** Null or absent if the request named none. */
  readonly integrationId?: string | null;
  readonly address: string;
  /** A word of ours for what it asked for. */
  readonly code: 'log' | 'sent-away' | 'cursor' | 'claims' | 'devices' | 'deletion' | 'unlink' | 'token' | 'doorbell';
};

/** Answers 404, as to everything that does not belong to the caller, and notes it: somebody who tries ids stands out by the number. */
export function deny(core: Pick<RelayCore, 'refusals'>, denied: Denied): Response {
  noteDenied(core, denied);
  return notFound();
}

export function noteDenied({ refusals }: Pick<RelayCore, 'refusals'>, { deviceId, integrationId = null, address, code }: Denied): void {
  refusals.note({ what: 'access', code, address, ids: { deviceId, ...(integrationId === null ? {} : { integrationId }) } });
}
