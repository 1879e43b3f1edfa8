import { join, sep } from 'node:path';
import type { ImportType } from '#shared/contract/import-types.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { tinyPdf } from '../tiny-pdf.ts';

/** On Windows another drive than that of the profiles: an office's share has a drive letter of its own. */
const OFFICE = sep === '\\' ? 'S:\\office' : '/office';
export const PURCHASES = join(OFFICE, 'Purchases');
export const SALES = join(OFFICE, 'Sales');
export const ENTRIES = join(OFFICE, 'Entries');
/** Here every scan comes with its entries, in a file of the same name. */
export const PAIRED = join(OFFICE, 'Paired');

/** Which stories a run has that need folders of their own. */
export type Stories = { readonly entries: boolean; readonly pairs: boolean };

/** The folders that both desktops watch; those of entries and of pairs only in stories with such. */
const WATCHED: readonly (readonly [string, ImportType])[] = [
  [PURCHASES, 'purchase-invoices'],
  [SALES, 'sales-invoices'],
  [ENTRIES, 'entries'],
  [PAIRED, 'purchase-invoices'],
];

export function watchedFolders({ entries, pairs }: Stories): typeof WATCHED {
  return WATCHED.filter(([folder]) => (entries || folder !== ENTRIES) && (pairs || folder !== PAIRED));
}

/** Subfolders of a watched folder for files with a result, named in the desktops' language. */
export const RESULT_FOLDERS = { Accepted: 'Acceptés', Refused: 'Refusés' } as const;

/** The watched folder and the result that a path inside a result folder belongs to; null for any other path. */
export function resultFolderOf(path: string): { readonly folder: string; readonly documentState: keyof typeof RESULT_FOLDERS } | null {
  for (const [folder] of WATCHED) {
    for (const documentState of ['Accepted', 'Refused'] as const) {
      if (liesBelow(path, join(folder, RESULT_FOLDERS[documentState]))) return { folder, documentState };
    }
  }
  return null;
}

export function typeOf(path: string): ImportType {
  return WATCHED.find(([folder]) => path === folder || liesBelow(path, folder))?.[1] ?? 'purchase-invoices';
}

/** What a content is to Intray. `half`: part of a file that somebody is still writing. `tiff`: nothing is sent but what is made of it. */
export type PaperKind = 'fit' | 'half' | 'unfit' | 'too-large' | 'tiff';
export type Paper = {
  /** `beside`: a file of entries among scans, which goes with one of them or not at all. */
  readonly kind: PaperKind | 'beside';
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** What its lines come to, of a file of entries that can be sent. */
  readonly readings?: Readings;
};

/** `body`: the text of `entries` in a request; `linesSha256`: of the canonical text (C45). */
export type Reading = { readonly body: string; readonly linesSha256: string };
/** As Intray reads it, and as an older version of it did, which left out labels. */
export type Readings = {
  readonly today: Reading;
  readonly before: Reading;
  readonly lines: number;
  readonly debitCents: number;
  readonly creditCents: number;
};

/** `maxFileBytes` in runs whose service accepts little. Papers of kind `too-large` exceed it; a tiny PDF is far smaller. */
export const SMALL_SERVICE_BYTES = 4_000;

export function paper(kind: PaperKind, mark: string): Paper {
  const bytes = bytesOf(kind, mark);
  return { kind, bytes, sha256: hex(nodeSha256([bytes])) };
}

/** A whole paper of exactly this many bytes; null if its mark leaves no room. */
export function paperAsLong(mark: string, bytes: number): Paper | null {
  const short = paper('fit', mark);
  const padded = paper('fit', `${mark}${' '.repeat(Math.max(0, bytes - short.bytes.byteLength))}`);
  return padded.bytes.byteLength === bytes ? padded : null;
}

function bytesOf(kind: PaperKind, mark: string): Uint8Array {
  switch (kind) {
    case 'fit':
      return tinyPdf(mark);
    case 'half':
      return half(tinyPdf(mark));
    case 'unfit':
      return utf8(`a letter, no document: ${mark}`);
    case 'too-large':
      return tinyPdf(`${mark}${' '.repeat(SMALL_SERVICE_BYTES)}`);
    case 'tiff':
      return utf8(`II*\0${mark}`);
    default:
      return unreachable(kind);
  }
}

/** What every simulated computer makes of the file with this hash. */
export function madeOf(sha256: string): Uint8Array {
  return tinyPdf(`made of ${sha256}`);
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.slice(0, Math.floor(bytes.byteLength / 2));
}

/** How a program may write the same lines. */
export type Spelling = 'plain' | 'spread' | 'turned';

/** `cents`: one for each line, debits and credits in turn, so that two equal ones in odd or even places are twins. */
export type Lines = { readonly mark: string; readonly cents: readonly number[]; readonly spelling?: Spelling };

/** A file of entries. Its body and canonical text are written here by hand, not by what is tested. `padding`: blanks at its end. */
export function entriesPaper({ mark, cents, spelling = 'plain' }: Lines, padding = 0): Paper {
  const bytes = utf8(fileText(mark, cents, spelling) + ' '.repeat(padding));
  const sides = cents.map((amount, at) => (at % 2 === 0 ? [amount, 0] : [0, amount]) as readonly [number, number]);
  const readingOf = (label: string): Reading => ({
    body: `{"data":{"lines":[${sides.map((side, at) => lineText(at, side.map(sentAmount), label)).join(',')}]}}`,
    linesSha256: hex(nodeSha256([utf8(sides.map((side, at) => `${lineText(at, side.map(canonicalAmount), label)}\n`).join(''))])),
  });
  const [debitCents, creditCents] = [0, 1].map((side) => sides.reduce((sum, of) => sum + (of[side] ?? 0), 0));
  const totals = { lines: cents.length, debitCents: debitCents ?? 0, creditCents: creditCents ?? 0 };
  const readings = { today: readingOf(`,"label":"${mark}"`), before: readingOf(''), ...totals };
  return { kind: 'fit', bytes, sha256: hex(nodeSha256([bytes])), readings };
}

/** A whole file of entries of exactly this many bytes; null if its mark leaves no room. */
export function entriesAsLong(mark: string, bytes: number): Paper | null {
  const short = entriesPaper({ mark, cents: [1_999] });
  const padding = bytes - short.bytes.byteLength;
  return padding < 0 ? null : entriesPaper({ mark, cents: [1_999] }, padding);
}

/** What people make of a file of entries by mistake. `half`: somebody is still writing it. */
const MISTAKES = {
  half: (text: string) => text.slice(0, Math.floor(text.length / 2)),
  'no-account': (text: string) => text.replace('"account":"530000",', ''),
  comma: (text: string) => text.replace(/"amount":(\d+)\.?(\d*)/, '"amount":"$1,$2"'),
  decimals: (text: string) => text.replace(/"amount":(\d+)(\.\d+)?/, '"amount":$1.005'),
} as const;

/** A file of entries of which nothing can be sent. */
export function faultyEntries(lines: Lines, mistake: keyof typeof MISTAKES): Paper {
  const bytes = utf8(MISTAKES[mistake](fileText(lines.mark, lines.cents, 'plain')));
  return { kind: mistake === 'half' ? 'half' : 'unfit', bytes, sha256: hex(nodeSha256([bytes])) };
}

/** A file of entries that lies beside a scan. */
export function besidePaper(lines: Lines): Paper {
  return { ...entriesPaper(lines), kind: 'beside' };
}

/** One whose scan cannot leave with it. */
export function faultyBeside(lines: Lines, mistake: keyof typeof MISTAKES): Paper {
  return { ...faultyEntries(lines, mistake), kind: 'beside' };
}

function fileText(mark: string, cents: readonly number[], spelling: Spelling): string {
  const lines = cents.map((of, at) => {
    const [debit, credit] = at % 2 === 0 ? [fileAmount(of), fileAmount(0)] : [fileAmount(0), fileAmount(of)];
    const members = { date: '2026-01-31', debit, credit, journal: 'VE', account: ACCOUNTS[at % 2], reference: 'Z-31', label: mark };
    return spelling === 'turned' ? Object.fromEntries(Object.entries(members).toReversed()) : members;
  });
  return JSON.stringify({ data: { lines } }, null, spelling === 'plain' ? 0 : 2);
}

function fileAmount(cents: number) {
  return { amount: cents / 100, currency: 'EUR', currencyAmount: cents / 100, currencyRate: 1 };
}

const ACCOUNTS = ['530000', '707000'] as const;

function lineText(at: number, [debit, credit]: readonly string[], label: string): string {
  return `{"date":"2026-01-31","debit":${debit},"credit":${credit},"journal":"VE","account":"${ACCOUNTS[at % 2]}","reference":"Z-31"${label}}`;
}

function sentAmount(cents: number): string {
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return `{"amount":${text},"currency":"EUR","currencyAmount":${text},"currencyRate":1}`;
}

function canonicalAmount(cents: number): string {
  return `{"cents":${cents},"currency":"EUR","currencyCents":${cents},"currencyRate":1}`;
}
