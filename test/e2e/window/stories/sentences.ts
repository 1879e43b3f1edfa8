import { NOW, type StoryName } from './stories.ts';
import type { Browser, Page } from 'playwright';
import { windowHost } from '#test/support/window/window-host.ts';
import { type OpeningName, openIt } from './openings.ts';
import { changed } from './story-page.ts';

/** What each story is in one sentence, in English and in French: the same in window, tray and command line. */
export const SENTENCES = {
  'first run': ['No company is connected', 'Aucune société n’est connectée'],
  'first run on a test service': ['No company is connected', 'Aucune société n’est connectée'],
  'ignored and gone': ['2 things to do', '2 choses à faire'],
  'purchase or sale': ['3 things to do', '3 choses à faire'],
  'not set up': ['No company is connected', 'Aucune société n’est connectée'],
  'invitation without a secret': ['No company is connected', 'Aucune société n’est connectée'],
  'invitation used': ['No company is connected', 'Aucune société n’est connectée'],
  'invitation used by a namesake': ['No company is connected', 'Aucune société n’est connectée'],
  'invitation of a relay that names itself': ['No company is connected', 'Aucune société n’est connectée'],
  'invitation begun': ['No company is connected', 'Aucune société n’est connectée'],
  'all accepted': ['All is up to date', 'Tout est à jour'],
  'every state': ['11 things to do', '11 choses à faire'],
  'no documents yet': ['No documents yet', 'Aucun document pour l’instant'],
  'connection ended': ['Boulangerie Marchand’s connection has ended', 'La connexion de Boulangerie Marchand a pris fin'],
  'in doubt': ['10 things to do', '10 choses à faire'],
  'secrets damaged': ['Nothing is leaving: the file of the secrets is damaged', 'Rien ne part : le fichier des secrets est abîmé'],
  'keychain locked': ['Nothing is leaving: the keychain is locked', 'Rien ne part : le trousseau est verrouillé'],
  'no keychain': ['Nothing is leaving: no keychain is available', 'Rien ne part : aucun trousseau n’est disponible'],
  'disk of a folder silent': ['The disk of the folder Ventes does not answer', 'Le disque du dossier Ventes ne répond pas'],
  'disk full': ['The disk is full: 2 scans wait', 'Le disque est plein : 2 scans attendent'],
  'own files gone': ['Intray’s own files are gone: 2 scans wait', 'Les fichiers d’Intray ont disparu : 2 scans attendent'],
  'profile used twice': ['2 things to do', '2 choses à faire'],
  'journal made anew': ['Intray’s history has been rebuilt', 'L’historique d’Intray a été reconstruit'],
  'unproven answers': ['3 things to do', '3 choses à faire'],
  'unproven answers taken': ['2 things to do', '2 choses à faire'],
  'relay asked': ['All is up to date', 'Tout est à jour'],
  'relay quiet': ['Results may not be reaching Intray', 'Les réponses n’arrivent peut-être pas'],
  'relay never heard': ['Results may not be reaching Intray', 'Les réponses n’arrivent peut-être pas'],
  'refusals dealt with': ['All is up to date', 'Tout est à jour'],
  conversions: ['6 things to do', '6 choses à faire'],
  'conversion under way': ['6 things to do', '6 choses à faire'],
  'conversion of too many pages': ['6 things to do', '6 choses à faire'],
  'conversion that failed': ['6 things to do', '6 choses à faire'],
  'conversion lost': ['6 things to do', '6 choses à faire'],
  'conversion of a damaged file': ['6 things to do', '6 choses à faire'],
  'conversion of several pictures': ['6 things to do', '6 choses à faire'],
  'conversion of a PDF with programs': ['6 things to do', '6 choses à faire'],
  'converted, but not sent': ['2 things to do', '2 choses à faire'],
  'converted by itself': ['1 scan on its way', '1 scan en route'],
  entries: ['6 things to do', '6 choses à faire'],
  'entries to check': ['9 things to do', '9 choses à faire'],
  'columns without a meaning': ['2 things to do', '2 choses à faire'],
  'columns that do not fit': ['1 thing to do', '1 chose à faire'],
  pairs: ['7 things to do', '7 choses à faire'],
  'pictures to join': ['5 things to do', '5 choses à faire'],
  'joining under way': ['5 things to do', '5 choses à faire'],
  'joining of a damaged picture': ['5 things to do', '5 choses à faire'],
  'joined PDF lost': ['5 things to do', '5 choses à faire'],
  'sent before': ['3 things to do', '3 choses à faire'],
  'sent before, several': ['1 thing to do', '1 chose à faire'],
  'sent before, decided for the folder': ['3 things to do', '3 choses à faire'],
  'asked for notes': ['3 things to do', '3 choses à faire'],
  'told elsewhere': ['2 things to do', '2 choses à faire'],
  'relay limited': ['No company is connected', 'Aucune société n’est connectée'],
  'cells with several things': ['1 thing to do', '1 chose à faire'],
  'columns corrected since': ['1 thing to do', '1 chose à faire'],
  misplaced: ['1 thing to do', '1 chose à faire'],
  'unfinished files': ['11 things to do', '11 choses à faire'],
  'files in the cloud': ['11 things to do', '11 choses à faire'],
  'no folders yet': ['2 companies have no folder', '2 sociétés n’ont pas de dossier'],
  'secret wrong': ['Boulangerie Marchand needs its secret again', 'Le secret de Boulangerie Marchand est à ressaisir'],
  'secret lost': ['Boulangerie Marchand needs its secret again', 'Le secret de Boulangerie Marchand est à ressaisir'],
  'company closed': ['Boulangerie Marchand’s connection has ended', 'La connexion de Boulangerie Marchand a pris fin'],
  'company not found': ['Boulangerie Marchand’s connection has ended', 'La connexion de Boulangerie Marchand a pris fin'],
  'accountant closed': ['Boulangerie Marchand’s connection has ended', 'La connexion de Boulangerie Marchand a pris fin'],
  'ended without a reason': ['Boulangerie Marchand’s connection has ended', 'La connexion de Boulangerie Marchand a pris fin'],
  'partner refused': ['10 things to do', '10 choses à faire'],
  'credentials refused': ['Your firm’s own access is not accepted', 'L’accès propre à votre cabinet est refusé'],
  'clock wrong': ['10 things to do', '10 choses à faire'],
  'network gone': ['10 things to do', '10 choses à faire'],
  'sent away': ['11 things to do', '11 choses à faire'],
  'service unclear': ['10 things to do', '10 choses à faire'],
  'waiting on battery': ['On battery: 2 scans wait', 'Sur batterie : 2 scans attendent'],
  paused: ['4 things to do', '4 choses à faire'],
  'two companies': ['The folder Ventes cannot be found', 'Le dossier Ventes est introuvable'],
  'documents missing': ['All is up to date', 'Tout est à jour'],
  'in a browser': ['All is up to date', 'Tout est à jour'],
  'slow files': ['All is up to date', 'Tout est à jour'],
  'export under way': ['All is up to date', 'Tout est à jour'],
  'folder on another computer': ['All is up to date', 'Tout est à jour'],
  'not started by the system': ['All is up to date', 'Tout est à jour'],
  'taken out of the system’s list': ['All is up to date', 'Tout est à jour'],
  'after an update': ['All is up to date', 'Tout est à jour'],
  'home chosen as a folder': ['All is up to date', 'Tout est à jour'],
  'many documents': ['All is up to date', 'Tout est à jour'],
} as const satisfies Record<StoryName, readonly [en: string, fr: string]>;

export type Picture = {
  readonly file: string;
  readonly story: StoryName;
  readonly language: 'en' | 'fr';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** What is opened in the window. */
  readonly open?: OpeningName;
};

/** Where the published pictures lie, each with the text that was to be read on it. */
export const PICTURES_FOLDER = 'docs/pictures';

export const WIDE = { width: 1280, height: 800 };

/** The pictures in README and in the guides. */
export const PUBLISHED: readonly Picture[] = [
  { file: 'overview-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE },
  { file: 'overview-fr-dark', story: 'every state', language: 'fr', theme: 'dark', ...WIDE },
  { file: 'documents-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE, open: 'documents' },
  { file: 'documents-fr-dark', story: 'every state', language: 'fr', theme: 'dark', ...WIDE, open: 'documents' },
  { file: 'refused-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE, open: 'details of a refusal' },
  { file: 'refused-fr-light', story: 'every state', language: 'fr', theme: 'light', ...WIDE, open: 'details of a refusal' },
  { file: 'companies-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE, open: 'companies' },
  { file: 'companies-fr-light', story: 'every state', language: 'fr', theme: 'light', ...WIDE, open: 'companies' },
  { file: 'connect-en-light', story: 'first run', language: 'en', theme: 'light', ...WIDE },
  { file: 'connect-fr-light', story: 'first run', language: 'fr', theme: 'light', ...WIDE },
];

/** Opens what a picture shows, and closes it after `look`. Clock, time zone and locale are fixed ones, so two looks see the same everywhere. */
export async function openPicture(browser: Browser, picture: Picture, look: (page: Page) => Promise<void>): Promise<void> {
  const host = await windowHost(changed(picture.story, picture));
  const { width, height, theme } = picture;
  const locale = picture.language === 'fr' ? 'fr-FR' : 'en-GB';
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme: theme, reducedMotion: 'reduce', timezoneId: 'UTC', locale });
  try {
    await page.clock.setFixedTime(NOW);
    await page.goto(host.address());
    await page.getByRole('main').waitFor();
    if (picture.open !== undefined) await openIt(page, picture.open, picture.language);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await look(page);
  } finally {
    // The page is closed first: it would call a closed host again and again.
    await page.close();
    await host.close();
  }
}

/**
 * What is to be read, a line for each line of the window: without the invisible marks around foreign names, and with one kind of space, because browsers
 * differ in which one they put into a date or a number.
 */
export async function textOn(page: Page): Promise<string> {
  const lines = (await page.locator('body').innerText()).replace(/\p{Cf}/gu, '').split('\n');
  const read = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
  return `${read.join('\n')}\n`;
}
