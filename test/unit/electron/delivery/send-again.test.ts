import { describe, expect, it } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, item, page } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, SPOOL, type Sent } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

/** One scan that was sent; `answer` decides the outcome of each request. */
async function setUp(answer: (what: Sent, service: ReturnType<typeof aService>) => Outcome) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const folder = aFolder(open, aCompany(open));
  const path = `${folder.path}/scan`;
  files.all.set(path, Buffer.from('scan'));
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: 'scan', content: 'scan' }));
  const life = aLife({ ...open, files, upload: async (what) => answer(what, service) });
  await life.delivery.start();
  await open.clock.settle();
  return { ...open, ...life, files, service, path, itemId };
}

function refuse(all: Awaited<ReturnType<typeof setUp>>, seq: number): void {
  const { state } = item(all, all.itemId);
  const documentId = 'documentId' in state ? state.documentId : null;
  page(all, [anEvent({ seq, data: { documentId, documentState: 'Refused', rejectionReason: 'Illisible' } })]);
}

const take = (what: Sent, service: ReturnType<typeof aService>): Outcome => service.take(what);

describe('sending again', () => {
  it('sends the same bytes under the next number, as a second document', async () => {
    const all = await setUp(take);
    refuse(all, 1);
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [all.itemId], missing: [] });
    await all.clock.settle();
    expect(all.service.requests.map(({ reference }) => reference.slice(-2))).toEqual(['00', '01']);
    expect([...all.service.documents.values()].map(({ content }) => content)).toEqual(['scan', 'scan']);
    expect(item(all, all.itemId)).toMatchObject({ resubmission: 1, attempts: 1, state: { kind: 'awaiting' } });
  });

  it('has the bytes safe before the number is written, so that the file may go at once', async () => {
    const all = await setUp(take);
    refuse(all, 1);
    await all.delivery.close(0);
    await all.delivery.sendAgain([all.itemId]);
    expect(item(all, all.itemId).state.kind).toBe('waiting');
    const copies = [...all.files.all].filter(([path]) => path.startsWith(SPOOL)).map(([, copy]) => Buffer.from(copy).toString());
    expect(copies).toEqual([expect.stringMatching(new RegExp(`${all.itemId}[^]*\\nscan$`))]);
  });

  it('says so when the file is gone or another one, and changes nothing', async () => {
    const all = await setUp(take);
    refuse(all, 1);
    all.files.all.set(all.path, Buffer.from('edited'));
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [all.itemId] });
    all.files.all.delete(all.path);
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [all.itemId] });
    expect(item(all, all.itemId)).toMatchObject({ resubmission: 0, state: { kind: 'refused' } });
    expect(all.service.requests).toHaveLength(1);
  });

  it('waits for room without a copy where the file still holds the bytes, and says so where it does not', async () => {
    const all = await setUp(take);
    refuse(all, 1);
    all.files.free = 0;
    all.files.all.set(all.path, Buffer.from('edited'));
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [all.itemId] });
    all.files.all.delete(all.path);
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [all.itemId] });
    all.files.all.set(all.path, Buffer.from('scan'));
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [all.itemId], missing: [] });
    expect(item(all, all.itemId)).toMatchObject({ resubmission: 1, state: { kind: 'waiting' } });
  });

  it('leaves alone what is under way or accepted', async () => {
    const all = await setUp(take);
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [] });
    const [document] = all.service.documents.values();
    page(all, [anEvent({ seq: 1, data: { documentId: document?.documentId, documentState: 'Accepted' } })]);
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [] });
    expect(all.service.requests).toHaveLength(1);
  });

  it('asks again with what the service declined, under the same reference', async () => {
    const declined: Outcome = { kind: 'declined', problem: { kind: 'declined', errorCode: 'VALIDATION_ERROR', detail: 'no' } };
    const references: string[] = [];
    const all = await setUp((what, service) => {
      references.push(what.reference);
      return references.length === 1 ? declined : service.take(what);
    });
    expect(item(all, all.itemId).state.kind).toBe('unfit');
    expect(await all.delivery.sendAgain([all.itemId])).toMatchObject({ sent: [all.itemId] });
    await all.clock.settle();
    expect(new Set(references).size).toBe(1);
    expect(item(all, all.itemId)).toMatchObject({ resubmission: 0, state: { kind: 'awaiting' } });
  });
});
