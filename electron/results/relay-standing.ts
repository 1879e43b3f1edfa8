import { Emitter } from '#shared/async/emitter.ts';
import type { RelayView } from '#shared/app-api/views.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Page } from '#shared/relay-protocol/messages.ts';

export type RelayStanding = {
  view(): RelayView;
  notSet(): void;
  /** A round trip was made and understood. */
  read(): void;
  failed(code: string): void;
  /** Something else that is shown beside it has changed. */
  ring(): void;
  onChange(ring: () => void): () => void;
};

type RelayStandingDeps = { readonly clock: Clock; readonly silence: () => WallMs | null; readonly isSet: () => boolean };

/**
 * The relay's status as it is shown: based only on round trips that were made. `isSet`: whether there is a relay to read from, and something to
 * read. `silence`: since when earlier runs of the program could not read the relay, since one that is away for days is away over many starts.
 */
export function createRelayStanding({ clock, silence, isSet }: RelayStandingDeps): RelayStanding {
  const changed = new Emitter();
  /** Null before the first round trip. */
  let view: RelayView | null = null;
  let lastReadAt: WallMs | null = null;
  const show = (next: RelayView | null): void => {
    const isOther = next?.kind !== view?.kind || (next?.kind === 'unreachable' && view?.kind === 'unreachable' && next.code !== view.code);
    view = next;
    // A later `lastReadAt` alone does not ring: that would happen every minute, without any use.
    if (isOther) changed.emit();
  };
  return {
    view: () => {
      if (view === null) return { kind: isSet() ? 'connecting' : 'not-set' };
      return view.kind === 'unreachable' ? { ...view, since: earlier(view.since, silence()) } : view;
    },
    notSet: () => show(null),
    read: () => {
      lastReadAt = clock.wallMs();
      show({ kind: 'connected', since: view?.kind === 'connected' ? view.since : lastReadAt, lastReadAt });
    },
    failed: (code) => {
      show({ kind: 'unreachable', since: view?.kind === 'unreachable' ? view.since : clock.wallMs(), lastReadAt, code });
    },
    ring: changed.emit,
    onChange: changed.subscribe,
  };
}

function earlier(since: WallMs, before: WallMs | null): WallMs {
  return before !== null && before < since ? before : since;
}

/** By the relay's word and its clock. It only decides whether a user is asked to look. */
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

export type OtherRun = {
  /** Whether the relay sees another program with this profile's identity. */
  isThere(): boolean;
  /** Called with what each answer of the relay says about it. */
  heard(isThere: boolean): void;
  /** Rings when that changes. Returns the unsubscribe function. */
  readonly onChange: (ring: () => void) => () => void;
};

/** A copy of this profile that runs at the same time: both have the same identity at the relay, so only the relay can notice. */
export function otherRun(log: Log): OtherRun {
  const changed = new Emitter();
  let now = false;
  return {
    isThere: () => now,
    heard: (isThere) => {
      if (isThere === now) return;
      now = isThere;
      if (isThere) log.warn('a copy of this profile runs at the same time');
      else log.info('no copy of this profile runs any more');
      changed.emit();
    },
    onChange: changed.subscribe,
  };
}
