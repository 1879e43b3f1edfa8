import type { Result } from '#shared/lib/result.ts';
import type { ClaimOutcome, ClaimRequest, LookAnswer, UndoOutcome } from '#shared/relay-protocol/invitations.ts';
import type { RelayDoor, RelayProblem } from '../prove.ts';

/** What is said to the relay that an invitation leads to, which need not be the one of this profile. */
export type InvitationRelay = Pick<RelayDoor, 'enrol'> & {
  /** Changes nothing there. */
  look(find: string): Promise<Result<LookAnswer, RelayProblem>>;
  /** Uses the invitation up, for this device and this key. */
  claim(request: ClaimRequest): Promise<Result<ClaimOutcome, RelayProblem>>;
  /** Ends it, and the access of the device that claimed it. */
  undo(find: string): Promise<Result<UndoOutcome, RelayProblem>>;
};
