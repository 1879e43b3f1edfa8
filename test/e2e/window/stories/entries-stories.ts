import type { EntriesFault } from '#shared/entries/entry-lines.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { storyId, type WindowState } from '#test/support/window/window-state.ts';
import { ENTRIES_FOLDER, entriesPreviewStories, withEntriesFolder } from './entries-preview.ts';
import { mappingStories } from './mapping-stories.ts';
import { accepted, storyItem, unfit } from './story-items.ts';

const ENTRIES = { importType: 'entries', mediaType: null };

export const ENTRIES_NAMES = { faulty: 'Caisse novembre 2026.csv', asked: 'Ventes novembre 2026.json' } as const;

/** Scans of a folder that takes them together with their entries, and what may be wrong with these. */
export const PAIR_NAMES = {
  awaiting: 'facture-118.pdf',
  faulty: 'facture-119.pdf',
  several: 'facture-120.pdf',
  asked: 'facture-121.pdf',
  rows: 'facture-123.pdf',
  sent: 'facture-116.pdf',
} as const;

/** As many as are kept. The first ones are of one kind each, and one of them has a value in another script. */
const FAULTS: readonly EntriesFault[] = [
  { kind: 'no-date', line: 17, column: 1, name: 'Date', value: '31/02/2026' },
  { kind: 'decimals', line: 18, column: 5, name: 'Débit', value: '1234567.8899999999', meant: '1234567.89' },
  { kind: 'decimals', line: 19, column: 6, name: 'Crédit', value: '12,345' },
  { kind: 'missing', line: 21, column: 3, name: 'Compte' },
  { kind: 'cells', line: 1022, value: '12', meant: '11' },
  { kind: 'no-amount', line: 1023, column: 5, name: 'مدين', value: 'دفعة أولى <b>' },
  { kind: 'currency', line: 1024, column: 9, name: 'Devise', value: 'USD', meant: 'EUR' },
  { kind: 'no-amount', line: 1025, column: 5, name: 'Débit', value: `${'LIBELLÉ_SANS_ESPACE_'.repeat(4)}…` },
  { kind: 'quote', line: 1026, column: 4 },
  ...Array.from({ length: 11 }, (_, at) => ({ kind: 'no-amount', line: 1030 + at, column: 5, name: 'Débit', value: 'néant' }) as const),
];

const of = (name: string, minutes: number, state: object) => ({ name, agoMs: minutes * MINUTE_MS, state, more: ENTRIES });

/** A company with a third folder: entries that went their way, files that lie in a folder for others, one with errors and one to agree to. */
export function entriesStories(shown: (items: readonly Item[]) => WindowState) {
  const told = [
    of('Paie octobre 2026.csv', 90, accepted(40)),
    of('Z de caisse 2026-11-19.json', 50, { ...accepted(41), kind: 'refused', reason: 'Le journal CA n’existe pas dans le dossier.' }),
    of('Facture imprimeur.pdf', 20, unfit({ kind: 'scan-among-entries', found: 'pdf' })),
    of('Journal des ventes.ods', 15, unfit({ kind: 'not-taken-as-entries', found: 'office' })),
    { ...of('Paie novembre 2026.xlsx', 5, unfit({ kind: 'entries-among-scans', found: 'xlsx' })), more: { mediaType: null } },
    of(ENTRIES_NAMES.faulty, 4, unfit({ kind: 'entries', errors: 1_023, faults: FAULTS })),
    of(ENTRIES_NAMES.asked, 3, {
      kind: 'held',
      question: { kind: 'entries', lines: 1_240, debitCents: 123_456_789, creditCents: 123_456_788, warnings: 2 },
    }),
  ];
  return {
    ...mappingStories(shown, ENTRIES_FOLDER),
    ...entriesPreviewStories(shown),
    pairs: (): WindowState => {
      const state = shown(
        pairsTold()
          .map((one, at) => storyItem(40 + at, one))
          .toReversed(),
      );
      const folders = state.overview.folders.map((folder) => ({ ...folder, pairs: 'expected' as const }));
      return { ...state, overview: { ...state.overview, folders } };
    },
    entries: (): WindowState => {
      return withEntriesFolder(shown(told.map((one, at) => storyItem(40 + at, one)).toReversed()));
    },
  };
}

/** Of the document at this place in the list below. */
const idAt = (at: number): string => storyId(140 + at);

function pairsTold() {
  const missing = (...files: readonly (readonly [name: string, at: number])[]) => ({
    kind: 'held',
    question: { kind: 'entries-missing', files: files.map(([name, at]) => ({ itemId: idAt(at), name })) },
  });
  const [, , , , faulty] = FAULTS;
  const problem = { kind: 'entries', errors: 3, faults: [FAULTS[0], FAULTS[1], faulty] };
  const unexplained = { kind: 'no-entries', why: 'needs-mapping' };
  const totals = { lines: 4, debitCents: 14_460, creditCents: 14_460, warnings: 0 };
  const entries = { ...totals, linesSha256: '1'.repeat(64), mappingSha256: null };
  const wrong = missing(['facture-119.json', 7]);
  const rows = missing(['facture-123.csv', 9]);
  return [
    { name: PAIR_NAMES.awaiting, agoMs: 30 * MINUTE_MS, state: missing() },
    { name: PAIR_NAMES.faulty, agoMs: 25 * MINUTE_MS, state: { ...wrong, question: { ...wrong.question, problem } } },
    { name: PAIR_NAMES.several, agoMs: 20 * MINUTE_MS, state: missing(['facture-120.csv', 12], ['facture-120.json', 13]) },
    { name: 'facture-122.json', agoMs: 15 * MINUTE_MS, state: unfit({ kind: 'entries-without-scan' }), more: { mediaType: null } },
    {
      name: PAIR_NAMES.asked,
      agoMs: 9 * MINUTE_MS,
      state: { kind: 'held', question: { kind: 'entries', ...totals, again: true } },
      more: { pair: { kind: 'with', itemId: idAt(5), name: 'facture-121.json' }, entries },
    },
    besideScan('facture-121.json', { scan: 4, agoMs: 8 * MINUTE_MS, as: entries }),
    {
      name: 'facture-117.json',
      agoMs: 5 * MINUTE_MS,
      state: unfit({ kind: 'entries-late', name: 'facture-117.pdf' }),
      more: { mediaType: null },
    },
    besideScan('facture-119.json', { scan: 1, agoMs: 25 * MINUTE_MS, as: { problem } }),
    { name: PAIR_NAMES.rows, agoMs: 4 * MINUTE_MS, state: { ...rows, question: { ...rows.question, problem: unexplained } } },
    besideScan('facture-123.csv', { scan: 8, agoMs: 4 * MINUTE_MS, as: { problem: unexplained } }),
    {
      name: PAIR_NAMES.sent,
      agoMs: 90 * MINUTE_MS,
      state: accepted(50),
      more: { pair: { kind: 'with', itemId: idAt(11), name: 'facture-116.json' }, entries: { ...entries, allowedAt: 1 } },
    },
    besideScan('facture-116.json', { scan: 10, agoMs: 90 * MINUTE_MS, as: entries }),
    ...['facture-120.csv', 'facture-120.json'].map((name) => besideScan(name, { scan: 2, agoMs: 20 * MINUTE_MS, as: entries })),
  ];
}

function besideScan(name: string, { scan, agoMs, as }: { readonly scan: number; readonly agoMs: number; readonly as: object }) {
  const unfitAlone = { by: 'intray', problem: { kind: 'entries-among-scans', found: name.endsWith('csv') ? 'csv' : 'json' } };
  const state = { kind: 'aside', why: 'with-scan', into: idAt(scan), unfit: unfitAlone };
  return { name, agoMs, state, more: { mediaType: null, pair: { kind: 'file', as } } };
}
