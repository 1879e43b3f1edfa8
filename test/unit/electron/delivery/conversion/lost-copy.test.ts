import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { anEvent, begun, closeQuietly, item, opened, page, referenceTo } from '#test/unit/electron/journal/an-open-journal.ts';
import { type LifeOf, SPOOL } from '../a-life.ts';
import { anUnfitScan, convertAndSend, MADE, SCAN } from './an-unfit-scan.ts';

const AFRESH = { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } } as const;

type All = Awaited<ReturnType<typeof anUnfitScan>>;

/** Every copy has another last byte. */
function changeCopies({ files }: Pick<All, 'files'>): void {
  for (const [path, copy] of Array.from(files.all))
    if (path.startsWith(SPOOL)) files.all.set(path, copy.with(copy.byteLength - 1, (copy.at(-1) ?? 0) ^ 1));
}

function loseCopies({ files }: All): void {
  for (const path of Array.from(files.all.keys())) if (path.startsWith(SPOOL)) files.all.delete(path);
}

/** Agreed to, while nothing is sent; then `between`, and a life that sends. */
async function agreedThen(between: (all: All) => void, changes: Partial<LifeOf> = {}) {
  const all = await anUnfitScan({ parallel: () => 0 });
  expect(await convertAndSend(all.delivery, all.itemId)).toBe('sent');
  await all.delivery.close(0);
  closeQuietly(all.journal);
  const journal = opened(all.file, all.clock);
  // Windows removes no open file.
  onTestFinished(() => closeQuietly(journal));
  journal.restart();
  between({ ...all, journal });
  const life = all.again({ journal, parallel: () => 4, seed: 4, ...changes });
  await life.delivery.start();
  // What was under way when the program ended is tried a moment later.
  await all.clock.advance(6 * SECOND_MS);
  return { ...all, ...life, journal };
}

const contents = ({ service }: Pick<All, 'service'>): readonly string[] =>
  service.requests.map(({ bytes }) => Buffer.from(bytes).toString());

describe('a version that a person agreed to', () => {
  it('is sent by the next run of the program from its copy, without being made again', async () => {
    const all = await agreedThen(({ path, files }) => files.all.delete(path));
    expect(contents(all)).toEqual([MADE]);
    expect(all.converter.requests).toHaveLength(1);
    expect(all.copies()).toEqual([]);
  });

  it.each<[string, (all: All) => void]>([
    ['lost', loseCopies],
    [
      'damaged',
      ({ files }) => files.all.forEach((copy, path) => path.startsWith(SPOOL) && files.all.set(path, Buffer.from(copy).fill('x', 70))),
    ],
  ])('is made again, and sent, if its copy is %s', async (_, lose) => {
    const all = await agreedThen(lose);
    expect(contents(all)).toEqual([MADE]);
    expect(all.converter.requests).toHaveLength(2);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('is made again, and sent, if its copy is changed while the program runs, in a byte', async () => {
    let parallel = 0;
    const all = await anUnfitScan({ parallel: () => parallel });
    expect(await convertAndSend(all.delivery, all.itemId)).toBe('sent');
    changeCopies(all);
    parallel = 4;
    all.delivery.ring();
    await all.clock.settle();
    expect(contents(all)).toEqual([MADE]);
    expect(all.converter.requests).toHaveLength(2);
  });

  it.each<[string, (all: All) => void]>([
    ['other bytes', ({ converter }) => (converter.version = 'newer')],
    ['nothing', ({ converter }) => (converter.fault = 'too-slow')],
  ])('is not sent if its copy is lost and the converter makes %s: the person is told, and asked anew', async (_, change) => {
    const all = await agreedThen((one) => (loseCopies(one), change(one)));
    expect(contents(all)).toEqual([]);
    expect(item(all, all.itemId)).toMatchObject({ state: AFRESH, mediaType: null, sentName: 'scan.tif' });
    expect(item(all, all.itemId)).not.toHaveProperty('conversion');
    expect(all.told.flatMap(({ chores }) => chores)).toContain('tell-unfit');
    expect(all.copies()).toEqual([]);
    all.converter.fault = null;
    expect(await convertAndSend(all.delivery, all.itemId)).toBe('sent');
    await all.clock.settle();
    expect(contents(all)).toEqual([`${all.converter.version}:${SCAN}`]);
  });

  it('waits for its file where that is away, and is asked about where it is nowhere', async () => {
    const all = await agreedThen((one) => (loseCopies(one), one.files.all.delete(one.path)));
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'no-file' } });
    all.files.all.set(all.path, Buffer.from(SCAN));
    await all.clock.advance(HOUR_MS);
    expect(contents(all)).toEqual([MADE]);
  });

  it('is fetched from the cloud, because a person wants it sent', async () => {
    const all = await agreedThen((one) => (loseCopies(one), one.files.inCloud.set(one.path, true)));
    expect(contents(all)).toEqual([MADE]);
  });

  it('waits for room on our own disk', async () => {
    const all = await agreedThen((one) => (loseCopies(one), (one.files.free = 0)));
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'spool' } });
    all.files.free = null;
    await all.clock.advance(HOUR_MS);
    expect(contents(all)).toEqual([MADE]);
  });

  it('is asked about, and not replaced by another one, where the service may have it', async () => {
    const all = await agreedThen((one) => {
      // The program ended between the intent and the answer.
      begun(one, one.itemId);
      one.journal.restart();
      loseCopies(one);
      one.converter.version = 'newer';
    });
    expect(item(all, all.itemId).state).toEqual({ kind: 'held', question: { kind: 'maybe-received' } });
    expect(contents(all)).toEqual([]);
    // A user who has it sent all the same is told that there is nothing to send.
    all.journal.list.allow([all.itemId]);
    await all.clock.settle();
    expect(item(all, all.itemId).state).toEqual(AFRESH);
  });

  it('is sent again as it was after a refusal, from its copy or made anew, and is missing where neither can be had', async () => {
    const all = await agreedThen(() => undefined);
    const refuse = (seq: number): void => {
      const { state } = item(all, all.itemId);
      const documentId = 'documentId' in state ? state.documentId : null;
      page(all, [anEvent({ seq, data: { documentId, documentState: 'Refused', rejectionReason: 'Illisible' } })]);
    };
    refuse(1);
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [all.itemId], missing: [] });
    await all.clock.settle();
    expect(contents(all)).toEqual([MADE, MADE]);
    expect(all.service.requests.map(({ reference }) => reference)).toEqual([referenceTo(SCAN), referenceTo(SCAN, { resubmission: 1 })]);
    const { conversion } = item(all, all.itemId);
    expect(all.journal.list.detail(all.itemId)?.earlier).toMatchObject([{ resubmission: 0, conversion }]);
    refuse(2);
    all.converter.version = 'newer';
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [all.itemId] });
    expect(item(all, all.itemId)).toMatchObject({ resubmission: 1, conversion, state: { kind: 'refused' } });
    expect(contents(all)).toHaveLength(2);
  });

  it('is sent again as it was after the service declined it', async () => {
    const declined: Outcome = { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: null } };
    let [tries, sent]: [number, string[]] = [0, []];
    const all = await agreedThen(() => undefined, {
      upload: async ({ bytes }) => {
        sent = [...sent, Buffer.from(bytes).toString()];
        return (tries += 1) === 1 ? declined : { kind: 'received', documentId: 'dddddddd-0000-4000-8000-000000000001' as never };
      },
    });
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'unfit', by: 'service' });
    expect(await all.delivery.sendAgain([all.itemId])).toEqual({ sent: [all.itemId], missing: [] });
    await all.clock.settle();
    expect(sent).toEqual([MADE, MADE]);
  });
});

describe('two computers that make a version of the same file each', () => {
  it('leave one document, and the one that came second claims nothing about it', async () => {
    const all = await anUnfitScan();
    const other = await anUnfitScan({ upload: async (what) => all.service.take({ ...what, bytes: Buffer.from(MADE) }) });
    expect(await convertAndSend(all.delivery, all.itemId)).toBe('sent');
    await all.clock.settle();
    other.converter.version = 'other';
    expect(await convertAndSend(other.delivery, other.itemId)).toBe('sent');
    await other.clock.settle();
    expect([...all.service.documents.values()].map(({ content }) => content)).toEqual([MADE]);
    expect(item(all, all.itemId)).toMatchObject({ sentElsewhere: false, conversion: { tools: 'test 1' } });
    expect(item(other, other.itemId)).toMatchObject({ sentElsewhere: true, mediaType: null, state: { kind: 'awaiting' } });
    expect(item(other, other.itemId)).not.toHaveProperty('conversion');
    // Its own file is not what was sent, so it cannot send that again.
    const { state } = item(other, other.itemId);
    const documentId = 'documentId' in state ? state.documentId : null;
    page(other, [anEvent({ seq: 1, data: { documentId, documentState: 'Refused', rejectionReason: 'Illisible' } })]);
    expect(await other.delivery.sendAgain([other.itemId])).toEqual({ sent: [], missing: [other.itemId] });
  });

  it('do not send twice where the result of the other one comes while this one waits', async () => {
    const all = await anUnfitScan({ parallel: () => 0 });
    await convertAndSend(all.delivery, all.itemId);
    const data = { documentId: 'dddddddd-0000-4000-8000-000000000009', externalReference: referenceTo(SCAN), documentState: 'Accepted' };
    page(all, [anEvent({ seq: 1, data })]);
    expect(item(all, all.itemId)).toMatchObject({ sentElsewhere: true, state: { kind: 'accepted' } });
    expect(item(all, all.itemId)).not.toHaveProperty('conversion');
  });
});
