import encodeQr from 'qr';
import { invitationLinkText } from '#shared/domain/invitation/invitation.ts';
import { WRONG_NUMBERS_MAX } from '#shared/relay-protocol/invitations.ts';
import type { CommandOutput } from '../said.ts';
import type { MadeInvitation } from './new-invitation.ts';

export type ShownAs = {
  /** The file that was wanted, and the system's code if it could not be written. */
  readonly written: { readonly file: string; readonly failure: string | null } | null;
  readonly json: boolean;
  readonly isTerminal: boolean;
};

/** What the operator sees of a new invitation, this once. In text the number goes to another stream than the link, since it must go another way. */
export function shownInvitation(made: MadeInvitation, { written, json, isTerminal }: ShownAs): CommandOutput {
  const { invitation, number } = made;
  const { invitationId, integrationId } = invitation;
  const expiresAt = new Date(invitation.expiresAt).toISOString();
  const link = httpsLink(made);
  const code = written === null || written.failure === null ? 0 : 1;
  if (json) {
    const file = written?.failure === null ? written.file : null;
    const appLink = invitationLinkText(made.link, 'intray');
    return { text: JSON.stringify({ invitationId, integrationId, link, appLink, expiresAt, number, file }), code };
  }
  const text = [
    `Invitation ${invitationId} for integration ${integrationId}: good once, until ${expiresAt}. It is shown this once.`,
    '',
    `Link, for nobody but whom you invite:\n  ${link}`,
    fileLine(written),
    ...(isTerminal ? ['', encodeQr(link, 'term')] : []),
  ].join('\n');
  return { text, code, ...(number === null ? {} : { aside: numberLines(number) }) };
}

export function httpsLink({ link }: MadeInvitation): string {
  return invitationLinkText(link, 'https');
}

function fileLine(written: ShownAs['written']): string {
  if (written === null) return 'File: the same link as the one line of a file whose name ends in .intray (--out FILE.intray writes it).';
  if (written.failure === null) return `File: ${written.file}`;
  return `File: ${written.file} could not be written (${written.failure}); the link above is good all the same.`;
}

function numberLines(number: string): string {
  return [
    '',
    `Number: ${number.slice(0, 4)} ${number.slice(4)}`,
    '  Tell it by telephone, never in the same message as the link: who has both gets the secret.',
    `  ${WRONG_NUMBERS_MAX} wrong numbers end the invitation.`,
  ].join('\n');
}
