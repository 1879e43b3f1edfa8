import { fail, ok, type Result } from '../../lib/result.ts';
import { type InvitationLink, LINK_PATTERN, parseInvitationLink } from './invitation-link.ts';

/**
 * Why a text has no invitation to open. `none`: nothing in it looks like one. `damaged`: something does, and is not whole or not written as Intray
 * writes it. `several`: it contains different ones, and only a person can say which is meant. `too-long`: it was not searched.
 */
export type FindInvitationFault = 'none' | 'damaged' | 'several' | 'too-long';

/** Bytes that a `.intray` file may have. */
export const INVITATION_FILE_BYTES_MAX = 8_192;
/** Characters of a text that is searched: an e-mail with a long thread below it is shorter. */
export const INVITATION_TEXT_MAX = 500_000;

/** Not in the middle of a longer word, and not the beginning of a longer code. */
const IN_TEXT = new RegExp(`(?<![A-Za-z0-9+.-])${LINK_PATTERN}(?![A-Za-z0-9_-])`, 'g');
/** What somebody may have meant as a link: another scheme, another spelling, or the rest of one that was cut off. */
const ALMOST = /\bintray:|\/invitation\b/i;

/** Finds the one invitation in a text that a person pasted, such as a whole e-mail. The same one may stand in it several times. */
export function findInvitation(text: string): Result<InvitationLink, FindInvitationFault> {
  if (text.length > INVITATION_TEXT_MAX) return fail('too-long');
  const found = new Map<string, InvitationLink>();
  for (const [matched] of text.matchAll(IN_TEXT)) {
    const link = parseInvitationLink(matched);
    if (link !== null) found.set(`${link.host} ${link.code}`, link);
  }
  const [link, another] = found.values();
  if (link === undefined) return fail(ALMOST.test(text) ? 'damaged' : 'none');
  return another === undefined ? ok(link) : fail('several');
}

/** Parses the text of a `.intray` file, which is one line; a byte order mark and blank lines around it do no harm. Null if it is not that. */
export function parseInvitationFile(text: string): InvitationLink | null {
  // Trimming removes the byte order mark, too.
  return text.length > INVITATION_FILE_BYTES_MAX ? null : parseInvitationLink(text.trim());
}
