import { describe, expect, it } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  closeQuietly,
  item,
  opened,
  page,
} from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type Sent, SPOOL } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';
import { readFileSync } from 'node:fs';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import type { FoundFile } from '#electron/intake/store.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';

/** One scan that was sent; `answer` decides the outcome of each request. */
async function setUp(
  answer: (what: Sent, service: ReturnType<typeof aService>) => Outcome,
  profileEmail: () => string | null = () => null,
) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const folder = aFolder(open, aCompany(open));
  const path = `${folder.path}/scan`;
  files.all.set(path, Buffer.from('scan'));
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: 'scan', content: 'scan' }));
  const life = aLife({ ...open, files, profileEmail, upload: async (what) => answer(what, service) });
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

  it('names the sender of the first try in every further one, and of the moment under the next number', async () => {
    const named: (string | null | undefined)[] = [];
    let profile: string | null = 'profil@exemple.fr';
    const busy: Outcome = { kind: 'failed', failure: { kind: 'service', status: 503 }, retryAfterMs: null };
    const all = await setUp(
      (what, service) => {
        named.push(what.userEmail);
        return named.length < 3 ? busy : service.take(what);
      },
      () => profile,
    );
    const change = (userEmail: string | null) => all.journal.companies.changeCompany(item(all, all.itemId).companyId, { userEmail });
    change('bureau@exemple.fr');
    await all.clock.advance(20 * SECOND_MS);
    change(null);
    profile = null;
    await all.clock.advance(MINUTE_MS);
    expect(item(all, all.itemId)).toMatchObject({ attempts: 3, sentBy: 'profil@exemple.fr', state: { kind: 'awaiting' } });
    refuse(all, 1);
    await all.delivery.sendAgain([all.itemId]);
    await all.clock.settle();
    refuse(all, 2);
    change('bureau@exemple.fr');
    await all.delivery.sendAgain([all.itemId]);
    await all.clock.settle();
    expect(named).toEqual(['profil@exemple.fr', 'profil@exemple.fr', 'profil@exemple.fr', null, 'bureau@exemple.fr']);
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

const CUT = readFileSync(sampleFiles.invoice.path).subarray(0, 9_000);

/** One unfit file of these bytes, found as intake finds it. */
async function unfitFile(bytes: Uint8Array, name = 'scan.jpg') {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const folder = aFolder(open, aCompany(open));
  const path = `${folder.path}/${name}`;
  files.all.set(path, Buffer.from(bytes));
  const inspected = inspect({ name, bytes, size: bytes.byteLength }, nodeSha256);
  const found: FoundFile = { ...aFile(folder, { name }), inspected };
  const { itemId } = open.journal.intake.enqueue(found);
  const life = aLife({ ...open, files, upload: async (what) => service.take(what) });
  await life.delivery.start();
  await open.clock.settle();
  return { ...open, ...life, files, service, folder, path, found, itemId };
}

describe('sending all the same', () => {
  it.each([
    ['damaged', CUT, 'application/pdf'],
    ['damaged', readFileSync(sampleFiles.cutPng.path), 'image/png'],
    ['password', readFileSync(sampleFiles.password.path), 'application/pdf'],
    ['blank', readFileSync(sampleFiles.noPages.path), 'application/pdf'],
  ] as const)('sends what is unfit as %s once, as what its first bytes say, with the very bytes', async (problem, bytes, mediaType) => {
    const all = await unfitFile(bytes);
    expect(item(all, all.itemId)).toMatchObject({ mediaType: null, state: { kind: 'unfit', problem: { kind: problem } } });
    const now = all.clock.wallMs();
    expect(await Promise.all([all.delivery.sendAllTheSame(all.itemId), all.delivery.sendAllTheSame(all.itemId)])).toEqual([
      'sent',
      'not-offered',
    ]);
    await all.clock.settle();
    const sentName = mediaType === 'image/png' ? 'scan.png' : 'scan.pdf';
    expect(all.service.requests).toMatchObject([{ mediaType, sentName }]);
    expect(Buffer.compare(Buffer.from(all.service.requests[0]?.bytes ?? []), Buffer.from(bytes))).toBe(0);
    expect(item(all, all.itemId)).toMatchObject({ allTheSameAt: now, attempts: 1, state: { kind: 'awaiting' } });
  });

  it('is not unfit again after another look at the file, after a restart, or when the file was another one in between', async () => {
    const all = await unfitFile(CUT);
    await all.delivery.close(0);
    expect(await all.delivery.sendAllTheSame(all.itemId)).toBe('sent');
    all.journal.intake.enqueue(all.found);
    expect(item(all, all.itemId).state.kind).toBe('waiting');
    all.journal.intake.enqueue(aFile(all.folder, { name: 'scan.jpg', content: 'another one' }));
    expect(item(all, all.itemId).state).toEqual({ kind: 'aside', why: 'replaced' });
    all.journal.intake.enqueue(all.found);
    expect(item(all, all.itemId).state.kind).toBe('waiting');
    closeQuietly(all.journal);
    const journal = opened(all.file, all.clock);
    journal.restart();
    expect(journal.items.get(all.itemId)).toMatchObject({ mediaType: 'application/pdf', sentName: 'scan.pdf', state: { kind: 'waiting' } });
    closeQuietly(journal);
  });

  it('says so when the file is gone or another one, and sends nothing', async () => {
    const all = await unfitFile(CUT);
    all.files.all.set(all.path, Buffer.from(CUT.subarray(0, 8_000)));
    expect(await all.delivery.sendAllTheSame(all.itemId)).toBe('changed');
    all.files.all.delete(all.path);
    expect(await all.delivery.sendAllTheSame(all.itemId)).toBe('gone');
    await all.clock.settle();
    expect(item(all, all.itemId).state.kind).toBe('unfit');
    expect(all.service.requests).toEqual([]);
  });

  it('is not for what the service does not take by its rules, and not for zeros', async () => {
    const text = await unfitFile(Buffer.from('just a text, and no document at all'));
    expect(await text.delivery.sendAllTheSame(text.itemId)).toBe('not-offered');
    const zeros = await unfitFile(Buffer.alloc(5_000), 'scan.pdf');
    expect(item(zeros, zeros.itemId).state).toMatchObject({ problem: { kind: 'damaged' } });
    expect(await zeros.delivery.sendAllTheSame(zeros.itemId)).toBe('not-fit');
    expect([...text.service.requests, ...zeros.service.requests]).toEqual([]);
  });

  it('asks about it first where the same file was sent as the other type', async () => {
    const all = await unfitFile(CUT);
    const sales = aFolder(all, { ...aCompanyOf(all), id: all.folder.companyId }, 'sales-invoices');
    const { itemId } = all.journal.intake.enqueue({ ...all.found, folderId: sales.id });
    all.files.all.set(`${sales.path}/scan.jpg`, Buffer.from(CUT));
    expect(await all.delivery.sendAllTheSame(all.itemId)).toBe('sent');
    await all.clock.settle();
    expect(await all.delivery.sendAllTheSame(itemId)).toBe('asked');
    await all.clock.settle();
    expect(item(all, itemId).state).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: all.itemId } });
    expect(all.service.requests).toHaveLength(1);
  });
});

function aCompanyOf({ journal, folder }: Awaited<ReturnType<typeof unfitFile>>) {
  const company = journal.companies.get(folder.companyId);
  if (company === null) throw new Error('the company is there');
  return company;
}
