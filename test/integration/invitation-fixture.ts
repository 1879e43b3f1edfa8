import { newInvitationCode, invitationKeys, newNumber, numberProof, sealSecret } from '#shared/node/invitation-keys.ts';
import { hex } from '#shared/lib/bytes.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { InvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type FixturePlaces, type Integration, integrationFixture, type IntegrationFixture } from './integration-fixture.ts';

export const RELAY_HOST = 'intray.cabinet.example';
export const PLACES: FixturePlaces = { sandbox: 'https://service.example', relay: `https://${RELAY_HOST}` };

export type Invited = { readonly link: string; readonly number: string; readonly invitationId: string; readonly integration: Integration };

export type InvitationOf = { readonly deposit: boolean; readonly company?: string | null; readonly integration?: Integration };

/** A desktop that was never set up, and a relay whose operator makes invitations. Names by https lead to both, as on the internet. */
export async function invitationFixture(places: FixturePlaces = PLACES) {
  const fixture = await integrationFixture(places, 'new');
  const asked: string[] = [];
  const listen = (answer: (request: Request) => Promise<Response>): void => {
    fixture.network.set(places.relay, async (request) => {
      asked.push(new URL(request.url).pathname);
      return answer(request);
    });
  };
  listen(fixture.relay.fetch);
  /** A relay that changes what it says of an invitation, whatever is asked about it. */
  const liesOf = (lie: (told: Told) => Told): void => {
    listen(async (request) => {
      const answer = await fixture.relay.fetch(request);
      if (!new URL(request.url).pathname.startsWith(RELAY_PATHS.invitations)) return answer;
      const told = (await answer.json()) as Told & { readonly invitation?: Told };
      return Response.json(told.invitation === undefined ? lie(told) : { ...told, invitation: lie(told.invitation) }, answer);
    });
  };
  return { ...fixture, asked, listen, liesOf, invite: (of: InvitationOf) => invite(fixture, of) };
}

/** What a relay says of an invitation, as JSON. */
type Told = Readonly<Record<string, unknown>>;
export type InvitationFixture = Awaited<ReturnType<typeof invitationFixture>>;

/** What the relay's command does. */
async function invite(fixture: IntegrationFixture, { deposit, company = 'Exemple SARL', integration }: InvitationOf): Promise<Invited> {
  const { random, clock, relay } = fixture;
  const to = integration ?? (await fixture.integration());
  const integrationId = integrationIdSchema.parse(to.integrationId);
  const code = newInvitationCode(random);
  const keys = invitationKeys(code);
  const number = newNumber(random);
  const invitationId = random.uuid();
  const sealed = sealSecret(to.integrationSecret, { sealKey: keys.seal, integrationId }, random);
  await relay.store().addInvitation({
    invitationId,
    findDigest: hex(nodeSha256([keys.find])),
    integrationId,
    company,
    accountant: company === null ? null : 'Cabinet Exemple',
    createdAt: clock.wallMs(),
    expiresAt: clock.wallMs() + 24 * HOUR_MS,
    createdBy: 'operator',
    deposit: deposit ? { ...sealed, numberDigest: hex(nodeSha256([numberProof(keys.number, number)])) } : null,
  });
  return { link: `intray://${RELAY_HOST}/invitation#1.${code}`, number, invitationId, integration: to };
}

type Opener = Pick<IntegrationFixture, 'client' | 'during'>;

/** The user opens it, and types the relay's domain. */
export async function lookAt({ client, during }: Opener, { link }: Pick<Invited, 'link'>, relayHost = RELAY_HOST): Promise<InvitationView> {
  const looked = await during(client().invitations.look({ link, relayHost }));
  if (!looked.ok) throw new Error(`not shown: ${looked.failure.kind}`);
  return looked.value;
}

/** The question that the user is asked about it. */
export async function questionOn(opener: Opener, invited: Pick<Invited, 'link'>) {
  const view = await lookAt(opener, invited);
  if (view.state !== 'open') throw new Error(`not open: ${view.state}`);
  return view;
}
