import { Emitter } from '#shared/async/emitter.ts';
import type { RelayView } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

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
