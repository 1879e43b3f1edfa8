import { PROBLEM_TYPE } from '#shared/contract/headers.ts';
import { CLAIM_REPEAT_MS, WRONG_NUMBERS_MAX } from '#shared/relay-protocol/invitations.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { json, problems, refTo } from './answers.ts';
import { body, known, operation } from './device-operation.ts';

/** What a device may do with an invitation, and the page that its link leads a browser to. */
export function invitationPaths(): Readonly<Record<string, object>> {
  return {
    [RELAY_PATHS.invitationLook]: { post: look },
    [RELAY_PATHS.invitationClaim]: { post: claim },
    [RELAY_PATHS.invitationUndo]: { post: undo },
    [RELAY_PATHS.invitationPage]: { get: page },
  };
}

const ofInvitation = (description: string) => ({
  description,
  content: { [PROBLEM_TYPE]: { schema: refTo('InvitationProblem') } },
});

const look = {
  ...operation('lookAtInvitation', 'What an invitation offers, or what became of it. Changes nothing', {
    '200': json('The invitation', 'Invitation'),
    ...known(['400', '404', '413'], { '404': 'No invitation has this code' }),
  }),
  requestBody: body('InvitationLook'),
};

const claim = {
  ...operation(
    'claimInvitation',
    `Claims an invitation, once. The same device may repeat it with the same key for ${CLAIM_REPEAT_MS / MINUTE_MS} minutes. Gives access to no log`,
    {
      '200': json('Claimed; with the deposited secret, if there is one, encrypted to the claim’s key', 'InvitationClaimed'),
      ...known(['400', '404', '413'], { '404': 'No invitation has this code' }),
      '403': ofInvitation(
        `\`wrong-number\` or \`number-needed\`; \`left\` says how many tries are left of ${WRONG_NUMBERS_MAX}, and 0 that this one has ended it`,
      ),
      '409': ofInvitation('`spent` or `ended`; `invitation` says when, and by which computer or why'),
      '422': ofInvitation('`claim-key`: nothing can be encrypted to this key'),
    },
  ),
  requestBody: body('InvitationClaim'),
};

const undo = {
  ...operation(
    'undoInvitation',
    'Who holds the code says that the claim was none of theirs: the device that made it is sent away from the integration',
    {
      '200': json('Undone, now or before', 'InvitationUndone'),
      ...known(['400', '404', '413'], { '404': 'No invitation has this code' }),
      '409': ofInvitation('`not-claimed`: nobody has used it yet; `ended`: it ended otherwise'),
    },
  ),
  requestBody: body('InvitationLook'),
};

const page = {
  operationId: 'showInvitationPage',
  tags: ['devices'],
  summary: 'The page that the link of an invitation leads a browser to. It claims nothing: the code is in the fragment, which is not sent',
  security: [],
  responses: {
    '200': { description: 'In French and English', content: { 'text/html': { schema: { type: 'string' } } } },
    ...problems(['503']),
  },
};
