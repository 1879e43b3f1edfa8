import type { IntegrationId } from '#shared/contract/ids.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Page } from '#shared/relay-protocol/messages.ts';

/** By the relay's word and its clock. It only decides whether a person is asked to look. */
export type RelayHeard = {
  /** When it last verified a webhook of any company; null if it never did, or is too old a version to say; undefined before it was read. */
  readonly lastVerifiedAt: WallMs | null | undefined;
  /** When each log that was read to its end began; logs whose beginning is unknown are absent. */
  readonly logsSince: ReadonlyMap<IntegrationId, WallMs>;
};

/** What the relay says about itself beside the events, kept while the program runs. */
export function relayHeard() {
  let lastVerifiedAt: WallMs | null | undefined;
  const logsSince = new Map<IntegrationId, WallMs>();
  return {
    now: (): RelayHeard => ({ lastVerifiedAt, logsSince }),
    hear(integrationId: IntegrationId, { lastVerifiedAt: verifiedAt, logSince }: Pick<Page, 'lastVerifiedAt' | 'logSince'>): void {
      lastVerifiedAt = typeof verifiedAt === 'number' ? wallMs(verifiedAt) : null;
      if (logSince === undefined) logsSince.delete(integrationId);
      else logsSince.set(integrationId, wallMs(logSince));
    },
  };
}
