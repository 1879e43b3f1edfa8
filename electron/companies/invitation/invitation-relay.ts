import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Result } from '#shared/lib/result.ts';
import type { LookAnswer, OverInvitation, SealedAnswer } from '#shared/relay-protocol/invitations.ts';
import type { RelayDoor, RelayProblem } from '../prove.ts';

/** `find`, `key` and `number` in base64url. */
export type ClaimRequest = { readonly find: string; readonly key: string; readonly number?: string };

/** `number`: a number is needed, or the one that was given is wrong; `left` tries are left. */
export type ClaimSaid =
  | { readonly kind: 'claimed'; readonly integrationId: IntegrationId; readonly sealed: SealedAnswer | null }
  | { readonly kind: 'over'; readonly over: OverInvitation }
  | { readonly kind: 'number'; readonly code: 'wrong-number' | 'number-needed'; readonly left: number };

/** What is said to the relay that an invitation leads to, which need not be the one of this profile. */
export type InvitationRelay = Pick<RelayDoor, 'enrol'> & {
  /** Changes nothing there. */
  look(find: string): Promise<Result<LookAnswer, RelayProblem>>;
  /** Uses the invitation up, for this device and this key. */
  claim(request: ClaimRequest): Promise<Result<ClaimSaid, RelayProblem>>;
  /** Ends it, and the access of the device that claimed it. */
  undo(find: string): Promise<Result<{ readonly secretGivenOut: boolean }, RelayProblem>>;
};
