import { isMailLink } from '#shared/lib/mail-link.ts';

/**
 * The only door from this app to another program's address: a message for the user's own mail program, of exactly the form that we make.
 * Says whether the system opened it; it does not where no mail program is installed.
 */
export function openMail(openExternal: (href: string) => Promise<void>): (href: string) => Promise<boolean> {
  return async (href) => {
    if (!isMailLink(href)) return false;
    return openExternal(href).then(
      () => true,
      () => false,
    );
  };
}
