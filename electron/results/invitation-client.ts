import type { z } from 'zod';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import {
  type ClaimAnswer,
  claimAnswerSchema,
  type ClaimOutcome,
  type ClaimRequest,
  type LookAnswer,
  lookAnswerSchema,
  notClaimedProblemSchema,
  numberProblemSchema,
  overProblemSchema,
  type UndoOutcome,
  undoAnswerSchema,
} from '#shared/relay-protocol/invitations.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { RelayFault } from '#shared/relay-protocol/messages.ts';
import type { ShownPartner } from '#shared/relay-protocol/partner.ts';
import { askPartner, type Enrolled, enrolBy, relayCaller, type RelayClientDeps } from './relay-client.ts';

/** What a device says to the relay of an invitation, which need not be the one that it reads results from. */
export type InvitationClient = {
  enrol(name: string): Promise<Result<Enrolled, RelayFault>>;
  look(find: string): Promise<Result<LookAnswer, RelayFault>>;
  claim(claim: ClaimRequest): Promise<Result<ClaimOutcome, RelayFault>>;
  undo(find: string): Promise<Result<UndoOutcome, RelayFault>>;
  partner(): Promise<ShownPartner | null>;
};

/** Answers that say more than that it failed. */
const NUMBER = 403;
const OVER = 409;

export function invitationClient(deps: RelayClientDeps): InvitationClient {
  const ask = relayCaller(deps);
  return {
    enrol: enrolBy(ask),
    partner: askPartner(ask),
    look: (find) => ask({ method: 'POST', path: RELAY_PATHS.invitationLook, json: { find }, answer: lookAnswerSchema }),
    claim: async (json) => {
      const schema = claimAnswerSchema.or(overProblemSchema).or(numberProblemSchema);
      const said = await ask({ method: 'POST', path: RELAY_PATHS.invitationClaim, json, answer: schema, alsoReads: [NUMBER, OVER] });
      return said.ok ? ok(outcomeOf(said.value)) : fail(said.failure);
    },
    undo: async (find) => {
      const schema = undoAnswerSchema.or(overProblemSchema).or(notClaimedProblemSchema);
      const said = await ask({ method: 'POST', path: RELAY_PATHS.invitationUndo, json: { find }, answer: schema, alsoReads: [OVER] });
      if (!said.ok) return said;
      if ('invitation' in said.value) return ok({ kind: 'over', over: said.value.invitation });
      return ok('code' in said.value ? { kind: 'not-claimed' } : { kind: 'undone', secretGivenOut: said.value.secretGivenOut });
    },
  };
}

function outcomeOf(said: ClaimAnswer | z.infer<typeof overProblemSchema> | z.infer<typeof numberProblemSchema>): ClaimOutcome {
  if ('invitation' in said) return { kind: 'over', over: said.invitation };
  return 'left' in said ? { kind: 'number', ...said } : { kind: 'claimed', ...said };
}
