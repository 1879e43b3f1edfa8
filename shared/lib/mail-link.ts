/** Longer ones are cut off or refused: Windows hands a program no more than 2,081 characters of an address. */
export const MAIL_LINK_MAX = 2_000;

/** No control character in the subject: a line end there would begin another header of the message, such as a second recipient. */
const MAIL_LINK =
  /^mailto:[A-Za-z0-9_+.-]*(?:@[A-Za-z0-9.-]+)?\?subject=(?:[A-Za-z0-9_.~-]|%(?:[2-6][0-9A-F]|7[0-9A-E]|[89A-F][0-9A-F]))*(?:&body=(?:[A-Za-z0-9_.~-]|%[0-9A-F]{2})*)?$/;

type Mail = { readonly to: string | null; readonly subject: string; readonly body: string };

/**
 * The address that opens a message, filled in, in the user's own mail program (RFC 6068). `isWhole` is false if it would be too long with the
 * text: then it has the subject alone, and the text has to come another way.
 */
export function mailLink({ to, subject, body }: Mail): { readonly href: string; readonly isWhole: boolean } {
  const short = `mailto:${to ?? ''}?subject=${encoded(onOneLine(subject))}`;
  const whole = `${short}&body=${encoded(body)}`;
  return whole.length <= MAIL_LINK_MAX ? { href: whole, isWhole: true } : { href: short, isWhole: false };
}

/** Whether the system may be given this to open: one recipient or none, a subject, a text, and nothing else. */
export function isMailLink(href: string): boolean {
  return href.length <= MAIL_LINK_MAX && MAIL_LINK.test(href);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** Lines end as in a message; what `encodeURIComponent` leaves as it is and this address does not need is escaped too. */
function encoded(text: string): string {
  const lines = text.replaceAll(/\r\n|\r|\n/g, '\r\n').toWellFormed();
  return encodeURIComponent(lines).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
