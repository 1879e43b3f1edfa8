import { fail, ok, type Result } from '../../lib/result.ts';

/** What an invitation's link says: where its relay is, and the code that opens the invitation there. */
export type InvitationLink = {
  /** `HOST` or `HOST:PORT`, in lower-case ASCII (punycode). */
  readonly host: string;
  /** `https://HOST` or `https://HOST:PORT`. */
  readonly relayUrl: string;
  /** 16 random bytes in canonical base64url: 22 characters. Whoever has it can claim the invitation. */
  readonly code: string;
};

/** The longest text that is read as a link. */
export const LINK_CHARACTERS_MAX = 2_048;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** 443 is left out: with it, one address would have two spellings. */
const PORT = '(?!443(?![0-9]))[1-9][0-9]{0,4}';
/** The last character of a code has four surplus bits, which are zero. */
const CODE = '[A-Za-z0-9_-]{21}[AQgw]';

/** The one form of a link. Version 1 of the format stands before the code. */
const LINK_PATTERN = `(?:https|intray)://(${LABEL}(?:\\.${LABEL})*(?::${PORT})?)/invitation#1\\.(${CODE})`;

const WHOLE = new RegExp(`^${LINK_PATTERN}$`);
const HOST_CHARACTERS_MAX = 253;
const PORT_MAX = 65_535;

/** Parses a text that is a link and nothing else; null for every other text, a longer one too. */
export function parseInvitationLink(text: string): InvitationLink | null {
  if (text.length > LINK_CHARACTERS_MAX) return null;
  const [, host, code] = WHOLE.exec(text) ?? [];
  if (host === undefined || code === undefined) return null;
  const [name = '', port = '1'] = host.split(':');
  if (name.length > HOST_CHARACTERS_MAX || Number(port) > PORT_MAX) return null;
  return { host, relayUrl: `https://${host}`, code };
}

/** The link as text: `https` leads a browser to the relay's page, `intray` leads the system to the app. */
export function invitationLinkText({ host, code }: Pick<InvitationLink, 'host' | 'code'>, scheme: 'https' | 'intray'): string {
  return `${scheme}://${host}/invitation#1.${code}`;
}

/**
 * Why a text has no invitation to open. `none`: nothing in it looks like one. `damaged`: something does, and is not whole or not written as Intray
 * writes it. `several`: it contains different ones, and only a user can say which is meant. `too-long`: it was not searched.
 */
type FindInvitationFault = 'none' | 'damaged' | 'several' | 'too-long';

/** Bytes that a `.intray` file may have. */
export const INVITATION_FILE_BYTES_MAX = 8_192;
/** Characters of a text that is searched: an e-mail with a long thread below it is shorter. */
export const INVITATION_TEXT_MAX = 500_000;

/** Not in the middle of a longer word, and not the beginning of a longer code. */
const IN_TEXT = new RegExp(`(?<![A-Za-z0-9+.-])${LINK_PATTERN}(?![A-Za-z0-9_-])`, 'g');
/** What somebody may have meant as a link: another scheme, another spelling, or the rest of one that was cut off. */
const ALMOST = /\bintray:|\/invitation\b/i;

/** Finds the one invitation in a text that a user pasted, such as a whole e-mail. The same one may stand in it several times. */
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

/**
 * The hosts of a service, each by what is there, in lower-case ASCII (punycode) and with their port where it is not that of https. `documents`:
 * documents and secrets go there · `signIn`: access tokens come from there · `keys`: the keys that prove results come from there.
 */
export type ServiceHosts = { readonly documents: string; readonly signIn: string; readonly keys: string };

/** A text of `shared/i18n`, with its values. `isOdd`: one of the hosts differs from all others. */
type HostsSentence = {
  readonly isOdd: boolean;
  readonly key: `invitation.hosts.${'same' | 'documents' | 'sign-in' | 'keys' | 'each'}`;
  readonly values: { readonly host: string; readonly rest: string };
};

/**
 * Says which of a service's hosts differs from the others: by any character, since a name that only resembles another may be somebody else's. The
 * relay's host takes no part: it differs in most honest invitations, and a relay that names itself would give one of the three its equal.
 */
export function hostsSentence({ documents, signIn, keys }: ServiceHosts): HostsSentence {
  if (documents === signIn && signIn === keys)
    return { isOdd: false, key: 'invitation.hosts.same', values: { host: documents, rest: keys } };
  if (signIn === keys) return { isOdd: true, key: 'invitation.hosts.documents', values: { host: documents, rest: keys } };
  if (documents === keys) return { isOdd: true, key: 'invitation.hosts.sign-in', values: { host: signIn, rest: documents } };
  if (documents === signIn) return { isOdd: true, key: 'invitation.hosts.keys', values: { host: keys, rest: documents } };
  return { isOdd: true, key: 'invitation.hosts.each', values: { host: documents, rest: keys } };
}

/** `loopback`: it leads to this computer itself. `address`: it is a numeric address, which has no name that a user could recognise. */
type HostFault = 'loopback' | 'address';

const PORT_AT_END = /:[0-9]*$/;
/** WHATWG URL: a host whose last label is a number, also a hexadecimal one, is an IPv4 address in one of its spellings. */
const NUMBER = /^(?:[0-9]+|0x[0-9a-f]*)$/i;
/** Names that `/etc/hosts` of common systems gives to this computer, besides `localhost` and everything below it (RFC 6761). */
const OWN_NAMES = /^(?:(?:.*\.)?localhost|localhost\d?\.localdomain\d?|ip6-localhost|ip6-loopback)$/i;

/** Why an invitation may not lead to this host (`HOST` or `HOST:PORT`); null if it may. Whether it is the right one, only a user can say. */
export function hostFault(host: string): HostFault | null {
  const name = host.replace(PORT_AT_END, '').replace(/\.$/, '');
  if (host.includes('[') || name.includes(':') || NUMBER.test(name.split('.').at(-1) ?? '')) return 'address';
  return OWN_NAMES.test(name) ? 'loopback' : null;
}
