import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { previewEntries } from '#electron/intake/inspect/entries-file.ts';
import { folderIdSchema } from '#shared/domain/ids.ts';
import { FAULTS_KEPT } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { entriesBody } from '#shared/entries/canonical.ts';
import type { EntryLine } from '#shared/entries/entry-lines.ts';
import { readEntries } from '#shared/entries/read-entries.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { StoryEntries } from '#test/support/window/window-state.ts';
import { storyId, type WindowState } from '#test/support/window/window-state.ts';
import { accepted, storyItem, unfit } from './story-items.ts';

/** Files of entries that wait for a look at their lines, by what is to be seen in them. */
export const CHECKED = {
  books: '123456789FEC20261231.txt',
  sales: 'Ventes 2026.json',
  repeated: 'Ventes janvier 2026.json',
  allSent: 'Ventes janvier 2026 (copie).json',
  dates: 'Ventes par date de pièce.json',
  faulty: '123456789FEC20251231.txt',
  large: 'Grand livre 2026.json',
  uncut: 'Grand livre 2025.json',
  sent: 'Paie mars 2026.json',
  gone: 'Z de caisse 2026-11-19.json',
} as const;

/** All from files that other programs have written; nothing of their lines is made up. */
function fileOf(name: string): StoryEntries | null {
  const books = realFile('dolibarr/fec.txt');
  const sales = (of = books) => linesOf(of).filter(({ journal }) => journal === 'VE');
  const json = (lines: readonly EntryLine[], more: Partial<StoryEntries> = {}): StoryEntries => ({
    name,
    bytes: Buffer.from(entriesBody(lines)),
    ...more,
  });
  switch (name) {
    case CHECKED.books:
      return { name, bytes: books };
    case CHECKED.sales:
      return json(sales(), { head: { mapping: { version: 2, sha256: 'a'.repeat(64), labelFromAccount: true } } });
    case CHECKED.repeated:
      return json(sales().slice(0, 4), { sent: [json(sales().slice(0, 3))] });
    case CHECKED.allSent:
      return json(sales().slice(0, 4), { sent: [json(sales())] });
    case CHECKED.dates:
      return json(sales(realFile('dolibarr/fec2.txt')).slice(0, 30), { sent: [json(sales().slice(0, 6))] });
    case CHECKED.faulty:
      return { name, bytes: withFaults(books) };
    case CHECKED.large:
      return json(sales(), { head: { tooLarge: { parts: 3 } } });
    case CHECKED.uncut:
      return json(sales(), { head: { tooLarge: { cannot: 'out-of-balance' } } });
    case CHECKED.sent:
      return json(linesOf(books).filter(({ journal }) => journal === 'PAIE'));
    case CHECKED.gone:
      return json(sales(), { fault: 'gone' });
    default:
      return null;
  }
}

/** Three lines that no line can be read from: no day of the calendar, three decimals, and a cell too few. */
function withFaults(fec: Uint8Array): Uint8Array {
  const lines = Buffer.from(fec).toString('utf8').split('\r\n');
  const planted = lines.map((line, at) => {
    if (at === 5) return line.replace(/\t2026\d{4}\t/, '\t20260231\t');
    if (at === 9) return line.replace(/,(\d{2})\t/, ',$15\t');
    return at === 20 ? line.slice(0, line.lastIndexOf('\t')) : line;
  });
  return Buffer.from(planted.join('\r\n'));
}

/** A FEC of so many lines: those of a real one, again and again. */
export function booksOf(count: number): Uint8Array {
  const [heading = '', ...lines] = Buffer.from(realFile('fec-masked/0000000001FEC20220831.txt'))
    .toString('utf8')
    .replace(/\n$/, '')
    .split('\n');
  return Buffer.from([heading, ...Array.from({ length: count }, (_, at) => lines[at % lines.length] ?? '')].join('\n'));
}

function realFile(path: string): Uint8Array {
  return readFileSync(`${import.meta.dirname}/../../../entries/open/${path}`);
}

function linesOf(bytes: Uint8Array): readonly EntryLine[] {
  const reading = readEntries({ bytes, name: 'FEC.txt' });
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.lines.map(({ line }) => line);
}

const ENTRIES = { importType: 'entries', mediaType: null };

export function entriesPreviewStories(shown: (items: readonly Item[]) => WindowState) {
  return {
    'entries to check': (): WindowState => {
      const items = Object.values(CHECKED).map((name, at) => itemOf(60 + at, fileOf(name), { name, agoMs: (at + 1) * MINUTE_MS }));
      const state = shown(items);
      return { ...withEntriesFolder(state), entriesOf: ({ name }) => fileOf(name) };
    },
  };
}

/** What the engine says of such a file. */
function itemOf(at: number, file: StoryEntries | null, { name, agoMs }: { readonly name: string; readonly agoMs: number }): Item {
  const preview = file === null ? null : previewEntries(file);
  if (preview === null) throw new Error(`no line of ${name} can be read`);
  const sum = (side: 'debitCents' | 'creditCents') => preview.journals.reduce((total, journal) => total + journal[side], 0);
  const totals = {
    lines: preview.lines,
    debitCents: sum('debitCents'),
    creditCents: sum('creditCents'),
    warnings: preview.warnings.count,
  };
  const entries = { ...totals, linesSha256: sha256(preview.text), mappingSha256: null };
  const { count: errors, first } = preview.errors;
  const state =
    errors > 0
      ? unfit({ kind: 'entries', errors, faults: first.slice(0, FAULTS_KEPT) })
      : name === CHECKED.sent
        ? accepted(at)
        : { kind: 'held', question: { kind: 'entries', ...totals } };
  return storyItem(at, { name, agoMs, state, more: errors > 0 ? ENTRIES : { ...ENTRIES, entries } });
}

/** Of all lines of a preview: without what the file says beside them. */
function sha256(text: Uint8Array): string {
  const canonical = Buffer.from(text)
    .toString('utf8')
    .replaceAll(/\t[^\n]*/g, '');
  return createHash('sha256').update(canonical).digest('hex');
}

export const ENTRIES_FOLDER = { id: folderIdSchema.parse(storyId(19)), importType: 'entries', path: '/home/anne/Scans/Écritures' } as const;

export function withEntriesFolder(state: WindowState): WindowState {
  const folders = state.overview.folders.flatMap((folder, at) => (at === 0 ? [folder, { ...folder, ...ENTRIES_FOLDER }] : [folder]));
  return { ...state, overview: { ...state.overview, folders } };
}
