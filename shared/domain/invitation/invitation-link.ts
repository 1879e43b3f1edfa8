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
export const LINK_PATTERN = `(?:https|intray)://(${LABEL}(?:\\.${LABEL})*(?::${PORT})?)/invitation#1\\.(${CODE})`;

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
