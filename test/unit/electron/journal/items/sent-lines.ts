import { readFileSync } from 'node:fs';
import type { DocumentId, IntegrationId } from '#shared/contract/ids.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import { canonicalText } from '#shared/entries/canonical.ts';
import type { EntryLine } from '#shared/entries/entry-lines.ts';
import { lineKeys } from '#shared/entries/overlap.ts';
import { readEntries } from '#shared/entries/read-entries.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { expect } from 'vitest';
import { seededRandom } from '#test/support/virtual-world.ts';
import { aCompany, aFile, aFolder, anEvent, begun, ended, item, type OpenJournal } from '../an-open-journal.ts';

/** The lines of a file of `test/entries/open` that needs no mapping. */
export function linesIn(file: string): readonly EntryLine[] {
  const bytes = readFileSync(`test/entries/open/${file}`);
  const reading = readEntries({ bytes, name: file });
  if ('refused' in reading || reading.errors.length > 0) throw new Error(`${file} cannot be read`);
  return reading.lines.map(({ line }) => line);
}

/** 158 lines of three months, two of them twins. */
export const BOOKS = linesIn('dolibarr/fec.txt');
export const JANUARY = BOOKS.filter(({ date }) => date < '2026-02');
export const SEEDS = Array.from({ length: 200 }, (_, n) => n + 1);

export function readOf(lines: readonly EntryLine[], mappingSha256: string | null = null): ReadEntries {
  return {
    lines: lines.length,
    debitCents: lines.reduce((sum, { debit }) => sum + debit.cents, 0),
    creditCents: lines.reduce((sum, { credit }) => sum + credit.cents, 0),
    warnings: 0,
    linesSha256: hex(nodeSha256([utf8(canonicalText(lines))])),
    mappingSha256,
  };
}

export function keysOf(lines: readonly EntryLine[]): Uint8Array {
  return lineKeys(lines, nodeSha256);
}

let documents = 0;
let events = 0;

/** A company with a folder of entries, and what a person does there. `n` keeps it apart from the others of the same journal. */
export function anOffice(open: OpenJournal, n = 1) {
  const integrationId = `11111111-1111-4111-8111-${String(n).padStart(12, '0')}` as IntegrationId;
  const company = aCompany(open, integrationId);
  const folder = aFolder(open, company, 'entries', `/scans/${n}`);
  const { journal, clock } = open;
  const decide = deciding(open, integrationId);
  return {
    ...open,
    folder,
    now: (itemId: ItemId) => item(open, itemId),
    /** A program exports these lines to a file. */
    exported: (lines: readonly EntryLine[], name: string): ItemId => exported(open, { folder, company }, lines, name),
    /** A person agrees to these lines of it. */
    agree: (itemId: ItemId, lines: readonly EntryLine[], how: { readonly twice?: boolean; readonly mapping?: string } = {}) =>
      journal.delivery.allowEntries(itemId, {
        as: readOf(lines, how.mapping ?? null),
        keys: keysOf(lines),
        byItself: false,
        twice: how.twice ?? false,
        at: clock.wallMs(),
      }),
    leave: (itemId: ItemId): void => void begun(open, itemId),
    /** It is about to leave, and a person is asked instead. */
    leaveUnasked: (itemId: ItemId): void => {
      const at = clock.wallMs();
      const { state } = journal.delivery.begin(itemId, { integrationId, at, fields: {} }) ?? {};
      if (state?.kind !== 'held') throw new Error('it has left');
    },
    decline: (itemId: ItemId): void =>
      void ended(open, itemId, { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: null } }),
    /** Sent and received; the number of its document. */
    send: (itemId: ItemId): DocumentId => {
      begun(open, itemId);
      documents += 1;
      const documentId = `dddddddd-0000-4000-8000-${String(documents).padStart(12, '0')}` as DocumentId;
      ended(open, itemId, { kind: 'received', documentId });
      return documentId;
    },
    accept: (itemId: ItemId): void => decide(itemId, 'Accepted'),
    refuse: (itemId: ItemId): void => decide(itemId, 'Refused'),
    /** Its question, as the panel shows it. */
    asked: (itemId: ItemId) => {
      const state = journal.list.detail(itemId)?.item.state;
      if (state?.kind !== 'held' || state.question.kind !== 'entries') throw new Error('nobody is asked');
      const { lines, repeated = 0, otherDates = 0 } = state.question;
      return { lines, repeated, otherDates };
    },
    overlap: (itemId: ItemId, lines: readonly EntryLine[]) => journal.delivery.overlapOf(item(open, itemId), keysOf(lines)),
  };
}

/** The accountant decides about what was received. */
function deciding(open: OpenJournal, integrationId: IntegrationId) {
  return (itemId: ItemId, documentState: string): void => {
    events += 1;
    const event = anEvent({ seq: events, data: { integrationId, documentId: documentOf(open, itemId), documentState } });
    open.journal.results.commitPage({ integrationId, epoch: 'e1', events: [event], at: open.clock.wallMs() });
  };
}

export type Office = ReturnType<typeof anOffice>;

function documentOf(open: OpenJournal, itemId: ItemId): DocumentId {
  const { state } = item(open, itemId);
  if (!('documentId' in state) || state.documentId === null) throw new Error('it was not received');
  return state.documentId;
}

type Place = { readonly folder: Folder; readonly company: Company };

function exported({ journal }: OpenJournal, { folder }: Place, lines: readonly EntryLine[], name: string): ItemId {
  const found = aFile(folder, { name, content: `${name} ${canonicalText(lines)}` });
  const inspected = {
    ...found.inspected,
    kind: 'fit',
    mediaType: 'application/json',
    sentName: name,
    sha256: found.inspected.sha256 ?? '',
    question: 'entries',
    entries: readOf(lines),
    lineKeys: keysOf(lines),
  } as const;
  const enqueued = journal.intake.enqueue({ ...found, inspected });
  if (enqueued instanceof Promise) throw new Error('the journal takes files at once');
  return enqueued.itemId;
}

/** Sent and accepted, with one person's word. */
export function booked(office: Office, lines: readonly EntryLine[], name: string): ItemId {
  const itemId = office.exported(lines, name);
  expect(office.agree(itemId, lines)).toBe('allowed');
  office.send(itemId);
  office.accept(itemId);
  return itemId;
}

/** Dice of a seed. */
export function diceOf(seed: number) {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random.fraction() * n);
  const some = <T>(of: readonly T[], share: number): readonly T[] => of.filter(() => random.fraction() < share);
  const shuffled = <T>(of: readonly T[]): readonly T[] =>
    of
      .map((one) => ({ one, at: random.fraction() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  return { below, some, shuffled, chance: (share: number) => random.fraction() < share };
}
