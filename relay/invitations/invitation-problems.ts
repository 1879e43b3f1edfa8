import type { OverInvitation } from '#shared/relay-protocol/invitations.ts';
import { problem } from '../http/problem.ts';
import type { StoredInvitation } from '../store/invitations/invitation-store.ts';

const DETAILS = {
  spent: 'Another computer, or another program on this one, has used it.',
  ended: 'It has ended and cannot be used any more.',
  'wrong-number': 'Not the number that belongs to it.',
  'number-needed': 'It takes the number that was told by another channel.',
} as const;

/** How an invitation that is no longer open is told. */
export function overInvitation({ claim, ended }: StoredInvitation): OverInvitation {
  if (ended === null) throw new Error('the invitation is open');
  const { at, why } = ended;
  if (why !== 'claimed') return { state: 'ended', why, at };
  return { state: 'spent', at, by: claim?.name ?? '', ...(claim === null ? {} : { key: claim.key }) };
}

/** 409: a claim comes too late, or there is no claim to undo any more. */
export function overProblem(stored: StoredInvitation): Response {
  const invitation = overInvitation(stored);
  return problem({ status: 409, code: invitation.state, detail: DETAILS[invitation.state], members: { invitation } });
}

/** 403, with the number of tries that are left. */
export function numberProblem(code: 'wrong-number' | 'number-needed', left: number): Response {
  return problem({ status: 403, code, detail: DETAILS[code], members: { left } });
}

/** 409: nobody has claimed it, so there is nothing to undo. */
export function notClaimed(): Response {
  return problem({ status: 409, code: 'not-claimed', detail: 'Nobody has used it yet. Its operator can withdraw it.' });
}
