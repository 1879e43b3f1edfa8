import { implement } from '@orpc/server';
import { isConfirmed, type KnownRelays, readInvitation } from '#electron/companies/invitation/read-invitation.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { OpenInvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { connectCompany } from './window-answers.ts';
import { type Story, storyId, type StoryInvitation, type WindowState } from './window-state.ts';
import { type FetchHandler, serve, type Served } from '#shared/node/http/serve.ts';

/** The number that a story's accountant has told. */
export const STORY_NUMBER = '40718862';
const CLAIMED_AGO_MS = 4 * 60_000;

export function openView(change: Partial<OpenInvitationView> = {}): OpenInvitationView {
  return {
    state: 'open',
    invitationId: storyId(801),
    integrationId: integrationIdSchema.parse(storyId(802)),
    company: 'Exemple SARL',
    accountant: 'Cabinet Exemple',
    relayHost: 'relais.cabinet.example',
    partner: null,
    serviceHosts: { documents: 'service.example.com', signIn: 'service.example.com', keys: 'service.example.com' },
    hasSecret: true,
    connectedAs: null,
    isKnownName: false,
    begun: null,
    ...change,
  };
}

/** As the engine answers, by its own rules on links and hosts. */
export function invitationAnswers({ state, ring, secrets }: Pick<Story, 'state' | 'ring' | 'secrets'>) {
  const api = implement(appContract).invitations;
  const of = (): StoryInvitation => state.invitation ?? {};
  return {
    read: api.read.handler(({ input }) => readInvitation(input.text, knownOf(state))),
    look: api.look.handler(({ input }) => {
      const read = readInvitation(input.link, knownOf(state));
      if (!read.ok) return read;
      const { relay, relayHost } = read.value;
      if (relay === 'other' && !isConfirmed(relayHost, input.relayHost)) return fail({ kind: 'relay-not-confirmed' as const });
      const { lookFault, view = openView() } = of();
      if (lookFault !== undefined) return fail(lookFault);
      return ok(view.state === 'open' ? { ...view, relayHost } : view);
    }),
    accept: api.accept.handler(({ input }) => {
      secrets.push(...[input.number, input.integrationSecret].filter((one) => one !== undefined));
      const { acceptFault, view = openView() } = of();
      if (acceptFault !== undefined) return fail(acceptFault);
      if (input.number !== undefined && input.number !== STORY_NUMBER) return fail({ kind: 'wrong-number' as const, left: 4 });
      const integrationId = view.state === 'open' ? view.integrationId : integrationIdSchema.parse(storyId(802));
      const company = connectCompany(state, { name: input.name, colour: input.colour, integrationId });
      ring();
      return ok(company);
    }),
    partner: api.partner.handler(() => ({ partner: state.partner ?? null })),
    undo: api.undo.handler(() => ok({ secretGivenOut: true })),
    begun: api.begun.handler(() => begunOf(state)),
    arrived: api.arrived.handler(() => of().arrived ?? null),
    dismiss: api.dismiss.handler(() => {
      const { arrived, ...rest } = of();
      state.invitation = rest;
      return { dismissed: arrived !== undefined };
    }),
  };
}

function begunOf({ invitation, overview }: WindowState) {
  return (invitation?.begun ?? []).map((link) => ({
    link,
    relayHost: new URL(link).host,
    company: 'Exemple SARL',
    claimedAt: overview.now - CLAIMED_AGO_MS,
  }));
}

function knownOf({ settings, overview }: WindowState): KnownRelays {
  return { relayUrl: settings.relayUrl, hasCompanies: overview.companies.length > 0, pinned: [] };
}

export type WindowDoor = Pick<Served, 'port' | 'close'> & {
  /** Address of an empty page. */
  readonly nothing: string;
  /** Answers with this until the result is closed. */
  readonly open: (answer: FetchHandler) => Pick<Served, 'port' | 'close'>;
};

const NOTHING = '/nothing';

/**
 * One address for one window after another. A browser whose page stays at one address keeps its process and the scripts that it has compiled, and
 * opens each further window in a third of the time.
 */
export async function windowDoor(): Promise<WindowDoor> {
  let behind: FetchHandler | null = null;
  const served = await serve(
    (request) => {
      if (new URL(request.url).pathname === NOTHING) return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
      return behind === null ? new Response(null, { status: 410 }) : behind(request);
    },
    { port: 0, drainMs: 100 },
  );
  const { port, host } = served;
  const open = (answer: FetchHandler): Pick<Served, 'port' | 'close'> => {
    if (behind !== null) throw new Error('the window before is still open');
    behind = answer;
    const close = async (): Promise<void> => {
      behind = null;
    };
    return { port, close };
  };
  return { port, nothing: `http://${host}:${port}${NOTHING}`, open, close: () => served.close() };
}
