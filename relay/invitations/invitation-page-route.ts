import { Hono } from 'hono';
import type { Language } from '#shared/i18n/language.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { INVITATION_PAGE_POLICY, invitationPage } from './invitation-page.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': INVITATION_PAGE_POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language',
};

/**
 * Shows the page that an invitation's link leads a browser to: always the same, since the code is in the fragment. It knows no invitation.
 * `downloadUrl`: where people get Intray; null if the operator named no place.
 */
export function invitationPageRoute(downloadUrl: string | null): Hono {
  return new Hono().get(
    RELAY_PATHS.invitationPage,
    (context) =>
      new Response(invitationPage(wantedLanguage(context.req.header('accept-language') ?? ''), downloadUrl), { headers: HEADERS }),
  );
}

/** The one of our two languages that the browser likes better; English if it names neither. */
function wantedLanguage(accepted: string): Language {
  const liking = { fr: 0, en: 0 };
  for (const one of accepted.slice(0, 500).split(',')) {
    const [, language, quality = '1'] = /^\s*(fr|en)(?:-[a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d*)?))?\s*$/i.exec(one) ?? [];
    const known = language?.toLowerCase();
    if (known === 'fr' || known === 'en') liking[known] = Math.max(liking[known], Number(quality));
  }
  return liking.fr > liking.en ? 'fr' : 'en';
}
