import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { FoundFile } from '#electron/intake/store.ts';
import { type Journal, openJournal } from '#electron/journal/open-journal.ts';
import type { Doubt, JudgedEvent } from '#electron/results/store.ts';
import type { Envelope } from '#shared/contract/events.ts';
import type { EventId, IntegrationId, Reference } from '#shared/contract/ids.ts';
import type { ImportType } from '#shared/contract/import-types.ts';
import type { Advance } from '#shared/domain/item/advance.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { reference, type ReferenceInput } from '#shared/domain/item/reference.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { seededRandom, type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aKnownFile } from '#test/support/documents/sample-files.ts';

export const INTEGRATION = '11111111-1111-4111-8111-111111111111' as IntegrationId;
export const OTHER_INTEGRATION = '22222222-2222-4222-8222-222222222222' as IntegrationId;
const random = seededRandom(7);

export type OpenJournal = { readonly journal: Journal; readonly clock: VirtualClock; readonly file: string };

export function opened(file: string, clock: VirtualClock): Journal {
  const result = openJournal(file, { clock, random });
  if (!result.ok) throw new Error(`the journal did not open: ${result.failure.kind}`);
  return result.value;
}

/** A real journal in a folder of the test's own. */
export function anOpenJournal(file = join(tempFolder(), 'journal.sqlite')): OpenJournal {
  const clock = virtualClock();
  const journal = opened(file, clock);
  onTestFinished(() => closeQuietly(journal));
  return { journal, clock, file };
}

export function closeQuietly(journal: Journal): void {
  try {
    journal.close();
  } catch {
    // The test closed it itself.
  }
}

export function aCompany({ journal, clock }: OpenJournal, integrationId = INTEGRATION, at = clock.wallMs()): Company {
  return journal.companies.addCompany({ name: 'Boulangerie', colour: null, integrationId, at });
}

export function aFolder({ journal }: OpenJournal, company: Company, importType: ImportType = 'purchase-invoices', path = '/scans'): Folder {
  return journal.folders.add({ companyId: company.id, importType, path: join(path, importType), settleMs: 5_000 });
}

export function aFile(folder: Folder, about: { name?: string; content?: string; bulkArrival?: boolean } = {}): FoundFile {
  const bytes = Buffer.from(about.content ?? 'some bytes');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    folderId: folder.id,
    relativePath: about.name ?? 'scan.pdf',
    known: aKnownFile(bytes.byteLength, 1_000.5),
    inspected: { kind: 'fit', mediaType: 'application/pdf', sentName: 'scan.pdf', sha256 },
    bulkArrival: about.bulkArrival ?? false,
  };
}

export function item({ journal }: Pick<OpenJournal, 'journal'>, itemId: ItemId): Item {
  const found = journal.items.get(itemId);
  expect(found).not.toBeNull();
  return found as Item;
}

/** The reference under which this content is sent, with this number. */
export function referenceTo(content: string, of: Partial<Omit<ReferenceInput, 'contentSha256'>> = {}): Reference {
  const sent = { integrationId: INTEGRATION, importType: 'purchase-invoices', resubmission: 0, ...of } as const;
  return reference(nodeSha256, { ...sent, contentSha256: createHash('sha256').update(content).digest('hex') });
}

/** Begins the upload as delivery does; returns its reference. */
export function begun(open: Pick<OpenJournal, 'journal' | 'clock'>, itemId: ItemId): Reference {
  const integrationId = open.journal.companies.get(item(open, itemId).companyId)?.integrationId ?? INTEGRATION;
  const sent = open.journal.delivery.begin(itemId, { integrationId, at: open.clock.wallMs(), fields: {} });
  if (sent?.reference === null || sent?.reference === undefined) throw new Error('the upload was not begun');
  return sent.reference;
}

/** Ends the upload that is under way. */
export function ended(open: Pick<OpenJournal, 'journal' | 'clock'>, itemId: ItemId, outcome: Outcome): Advance {
  const { reference: sentAs } = item(open, itemId);
  if (sentAs === null) throw new Error('nothing is under way');
  return open.journal.delivery.end(itemId, { reference: sentAs, outcome, answer: null, chance: 0, at: open.clock.wallMs() });
}

export type EventOf = {
  id?: string;
  seq: number;
  type?: string;
  time?: string;
  data: Record<string, unknown>;
  verified?: boolean;
  doubt?: Doubt;
};

export function anEvent(of: EventOf): JudgedEvent {
  const id = of.id ?? `eeeeeeee-0000-4000-8000-${String(of.seq).padStart(12, '0')}`;
  const envelope = {
    specversion: '1.0',
    id: id as EventId,
    source: 'https://service.example',
    type: of.type ?? 'DocumentStatus',
    time: of.time ?? '2026-01-05T09:00:00Z',
    data: { integrationId: INTEGRATION, ...of.data },
  } as Envelope;
  const body = Buffer.from(JSON.stringify(envelope));
  const read = { seq: of.seq, eventId: id as EventId, receivedAt: wallMs(1), jwt: 'a.b.c', body };
  return of.verified === false ? { ...read, envelope: null, doubt: of.doubt ?? 'forged' } : { ...read, envelope, doubt: null };
}

export function page(open: OpenJournal, events: readonly JudgedEvent[], epoch = 'e1') {
  return open.journal.results.commitPage({ integrationId: INTEGRATION, epoch, events, at: open.clock.wallMs() });
}
