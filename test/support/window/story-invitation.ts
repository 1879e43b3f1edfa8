import type { AcceptFault, ArrivedInvitation, InvitationView, LookFault } from '#shared/app-api/invitation/invitation-views.ts';

/** What the relay of every invitation in a story says; what is absent is an open invitation with a deposited secret. */
export type StoryInvitation = {
  readonly view?: InvitationView;
  readonly lookFault?: LookFault;
  readonly acceptFault?: AcceptFault;
  readonly arrived?: ArrivedInvitation;
  /** Links that were claimed and not connected. */
  readonly begun?: readonly string[];
};
