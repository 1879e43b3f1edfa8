import { base64urlnopad } from '@scure/base';
import { newInvitation } from '#relay/commands/invitation/new-invitation.ts';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { type ClaimKeys, invitationKeys, newClaimKeys, numberProof, openAnswer, openSecret } from '#shared/node/invitation-keys.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { claimAnswerSchema } from '#shared/relay-protocol/invitations.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import type { RelayBench } from '../relay-bench.ts';

export const INVITED = integrationIdSchema.parse(INTEGRATION_ID);
const random = nodeRandom();

export type Invited = {
  readonly invitationId: string;
  readonly integrationId: IntegrationId;
  readonly code: string;
  /** The number that the operator tells by telephone; empty without a deposit. */
  readonly number: string;
  /** `find` as a request carries it. */
  readonly find: string;
};

/** An invitation as the relay's command makes it, with the integration's secret deposited unless it is null. */
export async function invite({ store, clock, service }: RelayBench, of: { readonly secret?: null } = {}): Promise<Invited> {
  const secret = of.secret === null ? null : service.integration(INVITED);
  const wish = { integrationId: INVITED, company: 'Exemple SARL', accountant: 'Cabinet Exemple', createdBy: 'operator-7' };
  const made = newInvitation({ ...wish, secret, host: 'relay.example.com', createdAt: clock.wallMs() }, random);
  await store.addInvitation(made.invitation);
  const { code } = made.link;
  const find = base64urlnopad.encode(invitationKeys(code).find);
  return { invitationId: made.invitation.invitationId, integrationId: INVITED, code, number: made.number ?? '', find };
}

/** What an app keeps of a claim until it has the answer. */
export type Claimer = { readonly token: string; readonly keys: ClaimKeys };

export function claimerOf(token: string): Claimer {
  return { token, keys: newClaimKeys(random) };
}

/** Sends a claim; without a number if it is null. */
export function claimWith(bench: RelayBench, { find, code }: Invited, { token, keys }: Claimer, number: string | null): Promise<Response> {
  const proof = number === null ? {} : { number: base64urlnopad.encode(numberProof(invitationKeys(code).number, number)) };
  const json = { find, key: base64urlnopad.encode(keys.publicKey), ...proof };
  return bench.call('POST', RELAY_PATHS.invitationClaim, { token, json });
}

export function lookAt(bench: RelayBench, { find }: Pick<Invited, 'find'>, token: string): Promise<Response> {
  return bench.call('POST', RELAY_PATHS.invitationLook, { token, json: { find } });
}

export function undo(bench: RelayBench, { find }: Pick<Invited, 'find'>, token: string): Promise<Response> {
  return bench.call('POST', RELAY_PATHS.invitationUndo, { token, json: { find } });
}

/** The secret in the answer to a claim; null if the answer has none, or is not for this claimer. */
export async function secretIn(answer: Response, { code, integrationId }: Invited, { keys }: Claimer): Promise<string | null> {
  const { sealed } = claimAnswerSchema.parse(await answer.json());
  const deposit = sealed === null ? null : openAnswer(sealed, keys);
  return deposit === null ? null : openSecret(deposit, { sealKey: invitationKeys(code).seal, integrationId });
}

/** Another number than the right one. */
export function wrongNumber(right: string, n = 1): string {
  return String((Number(right) + n) % 100_000_000).padStart(8, '0');
}
