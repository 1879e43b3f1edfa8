import type { Item } from '#shared/domain/item/item.ts';
import type { Entries } from '#shared/domain/item/entries-schemas.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import { FORMATS, sentInPlace } from '#shared/domain/item/sending/sent-name.ts';
import { datedResult, serviceWords } from '#shared/domain/results/weigh-results.ts';
import { takenOf } from '#shared/domain/results/unproven.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import { stateKey } from '#shared/i18n/state-key.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';

export type RegisterLook = { readonly language: 'en' | 'fr'; readonly locale: string; readonly timeZone: string };

/** One line of the register, in the order of its columns. */
export type RegisterRow = {
  readonly name: string;
  /** The user's own number of it. */
  readonly ownNumber: string;
  readonly company: string;
  readonly type: string;
  readonly sha256: string;
  readonly documentId: string;
  readonly reference: string;
  readonly depositedAt: string;
  readonly state: string;
  readonly resultAt: string;
  readonly reason: string;
  /**
   * What was sent in place of the file, or under another name; of a file of entries its lines and their totals. Empty for a file that was sent as it is, or
   * not at all.
   */
  readonly sentAs: string;
  /** Of what was sent in place of the file; of entries that of their lines (C45). */
  readonly versionSha256: string;
};
export const REGISTER_COLUMNS = [
  'name',
  'ownNumber',
  'company',
  'type',
  'sha256',
  'documentId',
  'reference',
  'depositedAt',
  'state',
  'resultAt',
  'reason',
  'sentAs',
  'versionSha256',
] as const satisfies readonly (keyof RegisterRow)[];

export type RegisterWords = {
  readonly t: Translate;
  /** The column heads. */
  readonly heads: RegisterRow;
  /** `20/11/2026 11:30`, as the user's own spreadsheet writes it. */
  readonly moment: (at: number) => string;
  /** `2026-11-20`, for names of files: they sort by it, and no system refuses it. */
  readonly day: (at: number) => string;
  readonly rowOf: (item: Item, companyName: string) => RegisterRow;
  /** `;` if numbers have a decimal comma, as spreadsheets of those countries expect, else `,`. */
  readonly separator: ';' | ',';
};

/** The register in a user's language and time zone. An unknown time zone counts as UTC, an unknown language as English. */
export function registerWords({ language, locale, timeZone }: RegisterLook): RegisterWords {
  const t = translator(language);
  const zone = knownZone(timeZone);
  const region = localeOfMoments(language, locale);
  const { bytes, amount } = formatsOf(region);
  const moments = new Intl.DateTimeFormat(region, { ...MOMENT, timeZone: zone });
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  // A comma or a narrow space between day and time keeps a spreadsheet from reading the cell as a moment.
  const moment = (at: number): string => moments.format(at).replaceAll(/,? |\u202f/g, ' ');
  return {
    t,
    moment,
    day: (at) => days.format(at),
    heads: headsOf(t, zone),
    separator: hasDecimalComma(locale) ? ';' : ',',
    rowOf: (item, companyName) => {
      const { state } = item;
      const result = state.kind === 'accepted' || state.kind === 'refused' ? state : null;
      return {
        name: isUnseen(item) ? t('register.unseen') : item.name,
        ownNumber: item.ownNumber ?? '',
        company: companyName,
        type: item.importType === null ? '' : t(`import-type.invoice.${item.importType}`),
        sha256: item.sha256 ?? '',
        documentId: 'documentId' in state ? (state.documentId ?? '') : '',
        reference: item.reference ?? '',
        depositedAt: item.receivedAt === null ? '' : moment(item.receivedAt),
        state: stateWords(item, { t, moment }),
        resultAt: result === null ? '' : resultAt(datedResult(result, item.receivedAt), { t, moment }),
        reason: [
          (state.kind === 'unfit' ? serviceWords(state.problem) : result?.reason) ?? '',
          sentBeforeWords(item, t),
          returnedWords(item, t),
        ]
          .filter((words) => words !== '')
          .join('; '),
        ...(item.importType === 'entries' && item.entries !== undefined
          ? entriesWords(item, item.entries, { t, amount })
          : scanWords(item, { t, bytes, amount })),
      };
    },
  };
}

/** Which sent document it is like, whether it was sent all the same or not. */
function sentBeforeWords({ state, sentBefore }: Item, t: Translate): string {
  const question = state.kind === 'held' || state.kind === 'aside' ? state.question : undefined;
  const like = question?.kind === 'sent-before' ? question : sentBefore;
  return like === undefined ? '' : t(`register.sent-before.${like.way}`, { name: like.name }).replaceAll(ISOLATES, '');
}

/** A refusal's own date that cannot be stands beside the one that is shown in its place. */
function resultAt({ at, odd }: ReturnType<typeof datedResult>, { t, moment }: Pick<RegisterWords, 't' | 'moment'>): string {
  return odd === null ? moment(at) : t('register.odd-date', { moment: moment(at), odd: moment(odd) }).replaceAll(ISOLATES, '');
}

/** An unproven answer is marked as such, with the time at which the user took it. */
function stateWords({ state }: Item, { t, moment }: Pick<RegisterWords, 't' | 'moment'>): string {
  if (state.kind === 'awaiting' && state.unproven !== undefined) return t('state.unproven');
  const taken = takenOf({ state });
  if (taken === null || (state.kind !== 'accepted' && state.kind !== 'refused')) return t(stateKey(state));
  return t(`state.taken.${state.kind}`, { moment: moment(taken.takenAt) }).replaceAll(ISOLATES, '');
}

/** Only what was sent, or may have been: what a user chose to send may still change. */
function sentWords(item: Item, { t, bytes }: { readonly t: Translate; readonly bytes: (count: number) => string }): SentWords {
  const { name, sentName, attempts, sentElsewhere, receivedAt } = item;
  if (attempts === 0 && !sentElsewhere && receivedAt === null) return NOTHING_SENT_AS;
  const version = sentInPlace(item);
  if (version === null) return { sentAs: sentName === name || sentElsewhere ? '' : sentName, versionSha256: '' };
  if (version === 'unknown') return { sentAs: t('conversion.sent-as.unknown'), versionSha256: t('conversion.fingerprint.unknown') };
  const { mediaType, pages: count, bytes: size, sha256 } = version;
  const sentAs = t('conversion.sent-as', { name: sentName, kind: FORMATS[mediaType], count, size: bytes(size) });
  return { sentAs: sentAs.replaceAll(ISOLATES, ''), versionSha256: sha256 };
}

/** Of a scan also the lines that went with it. */
function scanWords(item: Item, words: Parameters<typeof sentWords>[1] & Parameters<typeof entriesWords>[2]): SentWords {
  const sent = sentWords(item, words);
  const beside = item.entries === undefined ? '' : entriesWords(item, item.entries, words).sentAs;
  return { ...sent, sentAs: [sent.sentAs, beside].filter((said) => said !== '').join('; ') };
}

/** What another computer read in the same file is known only if the service gave back the same hash. */
function entriesWords(
  item: Item,
  entries: Entries,
  { t, amount }: { readonly t: Translate; readonly amount: (cents: number) => string },
): SentWords {
  if (item.leftAt === null && !item.sentElsewhere && item.receivedAt === null) return NOTHING_SENT_AS;
  if (item.sentElsewhere && entries.returned !== 'same')
    return { sentAs: t('conversion.sent-as.unknown'), versionSha256: t('conversion.fingerprint.unknown') };
  const { part, parts = [] } = entries;
  const n = part === undefined || item.receivedAt !== null ? (part?.n ?? 0) : part.n - 1;
  const sent = part === undefined ? [entries] : parts.slice(0, n);
  const sum = (of: (one: (typeof sent)[number]) => number): number => sent.reduce((total, one) => total + of(one), 0);
  const [count, debit, credit] = [sum(({ lines }) => lines), sum(({ debitCents }) => debitCents), sum(({ creditCents }) => creditCents)];
  const sums = t('register.entries', { count, debit: amount(debit), credit: amount(credit) });
  const sentAs = part === undefined ? sums : t('register.entries.parts', { sums, n, of: part.of });
  return { sentAs: sentAs.replaceAll(ISOLATES, ''), versionSha256: sent.map(({ linesSha256 }) => linesSha256).join(' ') };
}

/** The service says that other lines were sent (C48). */
function returnedWords({ entries }: Item, t: Translate): string {
  return entries?.returned === 'different' ? t('register.entries.differ') : '';
}

const NOTHING_SENT_AS: SentWords = { sentAs: '', versionSha256: '' };

type SentWords = Pick<RegisterRow, 'sentAs' | 'versionSha256'>;

/** They keep a name in another script in place on the screen; around a date in a table they would only be odd. */
const ISOLATES = /[\u2068\u2069]/g;

const MOMENT = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** Day and month change places between Englishes; where it is not known which one, the day comes first. */
function localeOfMoments(language: 'en' | 'fr', locale: string): string {
  if (language === 'fr') return 'fr-FR';
  return locale.startsWith('en-') && isKnown(locale) ? locale : 'en-GB';
}

function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

function headsOf(t: Translate, zone: string): RegisterRow {
  return {
    name: t('register.name'),
    ownNumber: t('document.own-number'),
    company: t('document.company'),
    type: t('document.type'),
    sha256: 'SHA-256',
    documentId: t('document.number'),
    reference: t('document.reference'),
    depositedAt: `${t('register.deposited')} (${zone})`,
    state: t('register.state'),
    resultAt: `${t('register.result')} (${zone})`,
    reason: t('register.reason'),
    sentAs: t('document.sent-name'),
    versionSha256: t('register.version-sha256'),
  };
}

function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    // A browser may be newer than this program, and know a zone that this program does not.
    return 'UTC';
  }
}

function hasDecimalComma(locale: string): boolean {
  try {
    return new Intl.NumberFormat(locale).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',');
  } catch {
    return false;
  }
}
