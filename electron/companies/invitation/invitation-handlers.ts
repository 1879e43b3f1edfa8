import { base64urlnopad } from '@scure/base';
import { Mutex } from '#shared/async/mutex.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { ReadInvitationFault } from '#shared/app-api/invitation/invitation-views.ts';
import { parseInvitationLink } from '#shared/domain/invitation/invitation-link.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { invitationKeys } from '#shared/node/invitation-keys.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { InvitationDeps, LookedAt, Place } from './invitation-deps.ts';
import { asDevice, lookAtInvitation, overView } from './look-at-invitation.ts';
import { isConfirmed, type KnownRelays, readInvitation } from './read-invitation.ts';

/** An invitation that reached Intray from outside the window: by a link, or by a file that was opened. */
export type ArrivedInvitations = Pick<AppHandlers['invitations'], 'arrived' | 'dismiss'>;

export type InvitationHandlersDeps = InvitationDeps & {
  /** Origins of relays that this build knows. */
  readonly pinned: readonly string[];
  readonly arrived: ArrivedInvitations;
};

/** Questions that are open at once: one in each window. */
const LOOKED_MAX = 8;

/** Opens invitations. The engine enforces each of the rules here, whoever calls: window, command line or another program. */
export function invitationHandlers(deps: InvitationHandlersDeps): AppHandlers['invitations'] {
  const looked = new Map<string, LookedAt>();
  const turns = new Mutex();
  return {
    read: ({ text }) => readInvitation(text, knownOf(deps)),
    look: async ({ link, relayHost }) => {
      const place = placeOf(deps, link);
      if (!place.ok) return place;
      const found = await lookAtInvitation(deps, place.value, relayHost);
      if (!found.ok) return found;
      const { view, at } = found.value;
      if (view.state === 'open' && at !== null) remember(looked, view.invitationId, at);
      return ok(view);
    },
    accept: async ({ invitationId, ...input }) => {
      const at = looked.get(invitationId);
      if (at === undefined) return fail({ kind: 'look-again', isKept: false });
      return turns.run(() => acceptInvitation(deps, at, { ...input, pinned: deps.pinned }));
    },
    undo: async ({ link, relayHost }) => {
      const place = placeOf(deps, link);
      if (!place.ok) return place;
      if (place.value.relay === 'other' && !isConfirmed(place.value.host, relayHost)) return fail({ kind: 'relay-not-confirmed' });
      const { relayUrl, find } = place.value;
      const undone = await asDevice(deps, place.value, () => deps.relayAt(relayUrl).undo(find));
      const outcome = undone.ok ? undone.value : undone.failure;
      deps.log.info('an invitation was to be undone', { outcome: outcome.kind });
      if (outcome.kind === 'undone') return ok({ secretGivenOut: outcome.secretGivenOut });
      if (outcome.kind === 'over') return fail({ kind: 'over', over: await overView(deps, place.value, outcome.over) });
      return fail(outcome.kind === 'not-claimed' ? { kind: 'not-used' } : outcome);
    },
    begun: async () => {
      const all = await deps.claims.all();
      // A vault that does not open says so itself, in the overview.
      const claims = all.ok ? all.value : [];
      return claims.map(({ link, company, claimedAt }) => ({
        link,
        relayHost: parseInvitationLink(link)?.host ?? '',
        company,
        claimedAt,
      }));
    },
    ...deps.arrived,
  };
}

/** The link again, by the rules as they are now: companies may have been connected or removed since it was read. */
function placeOf(deps: InvitationHandlersDeps, text: string): Result<Place, ReadInvitationFault> {
  const read = readInvitation(text, knownOf(deps));
  if (!read.ok) return read;
  const { link, relay } = read.value;
  const parsed = parseInvitationLink(link);
  if (parsed === null) return fail({ kind: 'damaged' });
  const { relayUrl } = deps.settings.get();
  const find = base64urlnopad.encode(invitationKeys(parsed.code).find);
  return ok({ ...parsed, find, link, relay, relayUrl: relay === 'own' && relayUrl !== null ? relayUrl : parsed.relayUrl });
}

function knownOf({ settings, store, pinned }: InvitationHandlersDeps): KnownRelays {
  return { relayUrl: settings.get().relayUrl, hasCompanies: store.companies().length > 0, pinned };
}

function remember(looked: Map<string, LookedAt>, invitationId: string, at: LookedAt): void {
  looked.set(invitationId, at);
  const [oldest] = looked.keys();
  if (looked.size > LOOKED_MAX && oldest !== undefined) looked.delete(oldest);
}
