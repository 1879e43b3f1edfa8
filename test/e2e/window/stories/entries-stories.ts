import type { EntriesFault } from '#shared/entries/entry-lines.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { WindowState } from '#test/support/window/window-state.ts';
import { ENTRIES_FOLDER, entriesPreviewStories, withEntriesFolder } from './entries-preview.ts';
import { mappingStories } from './mapping-stories.ts';
import { accepted, storyItem, unfit } from './story-items.ts';

const ENTRIES = { importType: 'entries', mediaType: null };

export const ENTRIES_NAMES = { faulty: 'Caisse novembre 2026.csv', asked: 'Ventes novembre 2026.json' } as const;

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
    entries: (): WindowState => {
      return withEntriesFolder(shown(told.map((one, at) => storyItem(40 + at, one)).toReversed()));
    },
  };
}
