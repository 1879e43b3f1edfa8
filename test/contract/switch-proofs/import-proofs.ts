import type { importSwitches } from '#sandbox/switches/switches-schema.ts';
import { aCaller, type Bench, type Fields, importEntries, importInvoice } from '../bench.ts';
import { ENTRIES, entriesOf, LINE } from '../fixtures/entries.ts';
import { pdfOf } from '../fixtures/answers.ts';
import { entriesStatus, invoiceStatus, type Proof } from './proof.ts';

/** Sends the same invoice twice and returns the second answer. */
async function twice(bench: Bench, between: (documentId: string) => Promise<unknown> = () => Promise.resolve()) {
  const caller = await aCaller(bench);
  const fields: Fields = { externalReference: 'a' };
  const { documentId } = (await (await importInvoice(bench, caller, fields)).json()) as { documentId: string };
  await between(documentId);
  const second = await importInvoice(bench, caller, fields);
  return { status: second.status, body: (await second.json()) as Record<string, unknown> };
}

const aDocument = async (bench: Bench) => ((await (await bench.control('GET', '/documents')).json()) as { documentState: unknown }[])[0];

export const IMPORT_PROOFS: Record<keyof typeof importSwitches, Proof> = {
  autoDecide: {
    on: { autoDecide: { afterMs: 0, refuseWhen: [{ contains: 'facture', reason: null }] } },
    look: async (bench) => {
      await invoiceStatus(bench, {});
      await bench.clock.settle();
      return (await aDocument(bench))?.documentState;
    },
    normally: null,
    turned: 'Refused',
  },
  maxFileBytes: {
    on: { maxFileBytes: 1_000 },
    look: async (bench) => [
      await invoiceStatus(bench, { file: new Blob([pdfOf(1_000)]) }),
      await invoiceStatus(bench, { file: new Blob([pdfOf(1_001)]) }),
    ],
    normally: [200, 200],
    turned: [200, 400],
  },
  maxEntriesBytes: {
    on: { maxEntriesBytes: 500 },
    look: (bench) => entriesStatus(bench, { entries: entriesOf({ ...LINE, label: 'a'.repeat(500) }) }),
    normally: 200,
    turned: 400,
  },
  maxMetadataBytes: {
    on: { maxMetadataBytes: 9 },
    look: async (bench) => [await entriesStatus(bench, { metadata: { a: 'b' } }), await entriesStatus(bench, { metadata: { a: 'bc' } })],
    normally: [200, 200],
    turned: [200, 400],
  },
  oversizeStatus: {
    on: { oversizeStatus: 413 },
    look: (bench) => invoiceStatus(bench, { file: new Blob([pdfOf(5_242_881)]) }),
    normally: 400,
    turned: 413,
  },
  filenameUnit: {
    on: { filenameUnit: 'bytes' },
    look: (bench) => invoiceStatus(bench, { filename: `${'é'.repeat(59)}.pdf` }),
    normally: 200,
    turned: 400,
  },
  commentMax: {
    on: { commentMax: 3 },
    look: async (bench) => [await invoiceStatus(bench, { comment: '😀😀😀' }), await invoiceStatus(bench, { comment: 'four' })],
    normally: [200, 200],
    turned: [200, 400],
  },
  emailChecked: {
    on: { emailChecked: false },
    look: async (bench) => [await invoiceStatus(bench, { userEmail: 'Léa' }), await entriesStatus(bench, { userEmail: 'Léa' })],
    normally: [400, 400],
    turned: [200, 200],
  },
  datesChecked: {
    on: { datesChecked: false },
    look: async (bench) => [
      await entriesStatus(bench, { entries: entriesOf({ ...LINE, date: '31/01/2026' }) }),
      await entriesStatus(bench, { entries: entriesOf({ ...LINE, dueDate: 'demain' }) }),
    ],
    normally: [400, 400],
    turned: [200, 200],
  },
  strictJson: {
    on: { strictJson: false },
    look: async (bench) => [
      await invoiceStatus(bench, { organization: '{"name":"a","name":"b"}' }),
      await invoiceStatus(bench, { organization: '{"__proto__":{}}' }),
    ],
    normally: [400, 400],
    turned: [200, 200],
  },
  decodesFiles: {
    on: { decodesFiles: 'refuse' },
    // It begins like a PDF, and has no page.
    look: (bench) => invoiceStatus(bench, { file: new Blob([pdfOf(1_000)]) }),
    normally: 200,
    turned: 400,
  },
  referenceClass: {
    on: { referenceClass: 'range' },
    look: async (bench) => [
      await invoiceStatus(bench, { externalReference: 'a;b' }),
      await invoiceStatus(bench, { externalReference: 'a-b' }),
      await entriesStatus(bench, { externalReference: 'a_b:9' }),
    ],
    normally: [400, 200, 200],
    turned: [200, 400, 200],
  },
  referenceCheck: {
    on: { referenceCheck: { windowMs: 100 } },
    look: async (bench) => {
      const caller = await aCaller(bench);
      const send = async () => (await importEntries(bench, caller, { entries: ENTRIES, externalReference: 'same' })).status;
      let done = false;
      const both = Promise.all([send(), send()]).finally(() => {
        done = true;
      });
      await bench.clock.run(() => done);
      return [(await both).toSorted(), await send()];
    },
    normally: [[200, 409], 409],
    turned: [[200, 200], 409],
  },
  refusedReferenceReleased: {
    on: { refusedReferenceReleased: true },
    look: async (bench) =>
      (await twice(bench, (documentId) => bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Refused' }))).status,
    normally: 409,
    turned: 200,
  },
  duplicateNamesDocument: {
    on: { duplicateNamesDocument: false },
    look: async (bench) => 'documentId' in (await twice(bench)).body,
    normally: true,
    turned: false,
  },
  depositDateAs: {
    on: { depositDateAs: 'milliseconds' },
    look: async (bench) => (await twice(bench)).body['depositDate'],
    normally: '2026-01-05T08:00:00.000Z',
    turned: Date.UTC(2026, 0, 5, 8),
  },
  answerLost: {
    on: { answerLost: 1 },
    look: async (bench) => [await invoiceStatus(bench, {}).catch(() => 'cut'), (await aDocument(bench)) !== undefined],
    normally: [200, true],
    turned: ['cut', true],
  },
  importLatencyMs: {
    on: { importLatencyMs: 5_000 },
    look: async (bench) => {
      const caller = await aCaller(bench);
      let done = false;
      const going = importEntries(bench, caller, { entries: ENTRIES }).finally(() => {
        done = true;
      });
      await bench.clock.run(() => done || bench.clock.sleepers > 1, 0);
      const before = [done, (await aDocument(bench)) !== undefined];
      await bench.clock.advance(5_000);
      return [...before, (await going).status];
    },
    normally: [true, true, 200],
    turned: [false, true, 200],
  },
  eventBeforeAnswer: {
    on: { eventBeforeAnswer: true },
    look: async (bench) => (await invoiceStatus(bench, {}), bench.webhooks.received.length),
    normally: 0,
    turned: 1,
  },
};
