import { Hono } from 'hono';
import type { Language } from '#shared/i18n/language.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { base64 } from '@scure/base';
import { INVITATION_PAGE, type InvitationPageKey } from '#shared/i18n/invitation-page.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

/** Runs in the browser. It reads the code from the fragment, which no browser sends anywhere, and sends nothing itself. */
const SCRIPT = `
'use strict';
const whole = /^#1\\.[A-Za-z0-9_-]{21}[AQgw]$/.test(location.hash);
const link = 'https://' + location.host + '/invitation' + location.hash;
for (const part of document.querySelectorAll(whole ? '[data-whole]' : '[data-damaged]')) part.hidden = false;
for (const part of document.querySelectorAll('[data-no-script]')) part.hidden = true;
if (whole) {
  const file = URL.createObjectURL(new Blob([link + '\\n'], { type: 'application/octet-stream' }));
  for (const open of document.querySelectorAll('[data-open]')) open.href = link.replace('https:', 'intray:');
  for (const save of document.querySelectorAll('[data-save]')) save.href = file;
  for (const part of document.querySelectorAll('[data-copy]')) {
    const [shown, button, said] = part.children;
    shown.value = link;
    shown.addEventListener('focus', () => shown.select());
    button.addEventListener('click', async () => {
      shown.select();
      try {
        await navigator.clipboard.writeText(link);
      } catch {
        if (!document.execCommand('copy')) return;
      }
      said.hidden = false;
    });
  }
}
addEventListener('hashchange', () => location.reload());
`;

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 8vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
[hidden] { display: none !important; }
a.button, button { display: inline-block; padding: 0.5rem 1rem; border: 1px solid; border-radius: 0.5rem; background: none; color: inherit; font: inherit; cursor: pointer; text-decoration: none; }
a.first { border-color: #1d5fd1; background: #1d5fd1; color: #fff; }
.from { display: flex; align-items: center; gap: 0.75rem; }
.from img { max-width: 12rem; border-radius: 0.25rem; background: #fff; padding: 0.25rem; }
input { width: 100%; box-sizing: border-box; margin-bottom: 0.5rem; padding: 0.5rem; font: 0.9rem ui-monospace, monospace; }
details { margin-top: 3rem; border-top: 1px solid #8888; padding-top: 1rem; }
summary { cursor: pointer; }
`;

/**
 * No other script or style may run, nothing may be fetched or submitted, and no page may show this one in a frame. The code leaves the page only by
 * what the user presses.
 */
const POLICY = [
  "default-src 'none'",
  `script-src '${sourceHash(SCRIPT)}'`,
  `style-src '${sourceHash(STYLE)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
/** The one picture of our own; only where there is one. */
const LOGO_POLICY = "img-src 'self'";

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language',
};

/**
 * Shows the page that an invitation's link leads a browser to: always the same, since the code is in the fragment. It knows no invitation.
 * `downloadUrl`: where people get Intray; null if the operator named no place. `partner`: who runs this relay, as the operator says.
 */
export function invitationPageRoute(downloadUrl: string | null, partner: PagePartner = NOBODY): Hono {
  const headers = {
    ...HEADERS,
    'content-security-policy': [...POLICY, ...(partner.name !== null && partner.hasLogo ? [LOGO_POLICY] : [])].join('; '),
  };
  return new Hono().get(
    RELAY_PATHS.invitationPage,
    (context) =>
      new Response(invitationPage(wantedLanguage(context.req.header('accept-language') ?? ''), { downloadUrl, partner }), { headers }),
  );
}

export type PagePartner = { readonly name: string | null; readonly hasLogo: boolean };
const NOBODY: PagePartner = { name: null, hasLogo: false };

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

type PageOf = { readonly downloadUrl: string | null; readonly partner: PagePartner };

/** The page in both languages, the given one first; the other is a press away. `downloadUrl`: where people get Intray, by https; null if that is not known. */
function invitationPage(first: Language, of: PageOf): string {
  const second: Language = first === 'fr' ? 'en' : 'fr';
  const { title } = INVITATION_PAGE[first];
  return `<!doctype html>
<html lang="${first}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main lang="${first}">${part(first, of)}</main>
<details lang="${second}"><summary>${INVITATION_PAGE[second].other}</summary>${part(second, of)}</details>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function part(language: Language, { downloadUrl, partner }: PageOf): string {
  const text = (key: InvitationPageKey): string => INVITATION_PAGE[language][key];
  return `
${from(partner, text)}<h1>${text('title')}</h1>
<p>${text('intro')}</p>
<p data-no-script><strong>${text('no-script')}</strong></p>
<p data-damaged hidden><strong>${text('damaged')}</strong></p>
<div data-whole hidden>
<p><a class="button first" data-open>${text('open')}</a></p>
<p>${text('nothing')}</p>
<p><a class="button" data-save download="invitation.intray">${text('save')}</a></p>
<p>${text('paste')}</p>
<p data-copy><input readonly aria-label="${text('link')}"><button type="button">${text('copy')}</button> <span role="status" hidden>${text('copied')}</span></p>
</div>
${downloadUrl === null ? `<p>${text('not-installed')}</p>` : installed(downloadUrl, text)}
<p>${text('unexpected')}</p>
`;
}

/** Whose relay it is. A logo without a name says nothing to somebody who cannot see it. */
function from({ name, hasLogo }: PagePartner, text: (key: InvitationPageKey) => string): string {
  if (name === null) return '';
  const logo = hasLogo ? `<img src="${RELAY_PATHS.logo}" alt="" height="48"> ` : '';
  return `<p class="from">${logo}<span>${text('from')} <bdi>${escaped(name)}</bdi></span></p>\n`;
}

/** In another tab, so that the link stays at hand. The host is shown, because a user is about to run what comes from there. */
function installed(downloadUrl: string, text: (key: InvitationPageKey) => string): string {
  const { href, host } = new URL(downloadUrl);
  const link = `<a class="button" href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${text('get')}</a>`;
  return `<p>${text('to-install')}</p>\n<p>${link} <bdi>${escaped(host)}</bdi></p>`;
}

/** For text and for attributes in double quotes. */
function escaped(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function sourceHash(source: string): string {
  return `sha256-${base64.encode(nodeSha256([utf8(source)]))}`;
}
