import { oc } from '@orpc/contract';
import { z } from 'zod';
import { companySchema } from '../../domain/company.ts';
import { resultSchema } from '../result-schema.ts';
import { INVITATION_TEXT_MAX } from '../../domain/invitation/invitation.ts';
import {
  acceptFaultSchema,
  acceptInvitationSchema,
  arrivedInvitationSchema,
  begunInvitationSchema,
  invitationViewSchema,
  lookFaultSchema,
  openInvitationSchema,
  readInvitationFaultSchema,
  readInvitationSchema,
  undoFaultSchema,
  undoneInvitationSchema,
} from './invitation-views.ts';

/** The calls about invitations, as part of `appContract`. */
export const invitationCalls = {
  /** Finds the invitation in a text, such as a whole e-mail; asks nobody. */
  read: oc
    .input(z.object({ text: z.string().max(INVITATION_TEXT_MAX) }))
    .output(resultSchema(readInvitationSchema, readInvitationFaultSchema)),
  /** Asks its relay what it is for, after the person's yes to that relay; changes nothing there. */
  look: oc.input(openInvitationSchema).output(resultSchema(invitationViewSchema, lookFaultSchema)),
  /** The person's yes to what `look` told: uses the invitation up, and connects the company. No folder is taken over. */
  accept: oc.input(acceptInvitationSchema).output(resultSchema(companySchema, acceptFaultSchema)),
  /** The person did not use it themselves: ends it at the relay, with the access of the computer that did. */
  undo: oc.input(openInvitationSchema).output(resultSchema(undoneInvitationSchema, undoFaultSchema)),
  /** What this computer has claimed and not connected yet, because something failed or Intray ended in between. */
  begun: oc.output(z.array(begunInvitationSchema)),
  /** The last one that reached Intray from outside the window: by a link, or by a file that was opened. */
  arrived: oc.output(arrivedInvitationSchema.nullable()),
  /** The person has dealt with it: `arrived` no longer returns it. */
  dismiss: oc.input(z.object({ id: z.number().int() })).output(z.object({ dismissed: z.boolean() })),
};
