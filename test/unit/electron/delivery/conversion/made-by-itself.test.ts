import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { anEvent, begun, closeQuietly, item, opened, page, referenceTo } from '#test/unit/electron/journal/an-open-journal.ts';
import { SPOOL } from '../a-life.ts';
import { anUnfitScan, MADE, SCAN } from './an-unfit-scan.ts';

const TIFF = { tiff: true };

type All = Awaited<ReturnType<typeof anUnfitScan>>;

const contents = ({ service }: Pick<All, 'service'>): readonly string[] =>
  service.requests.map(({ bytes }) => Buffer.from(bytes).toString());
const chores = ({ told }: Pick<All, 'told'>): readonly string[] => told.flatMap((one) => one.chores);

/** Its copy is lost, and the converter makes other bytes from now on. */
function lose({ files, converter }: All): void {
  for (const path of Array.from(files.all.keys())) if (path.startsWith(SPOOL)) files.all.delete(path);
  converter.version = 'newer';
}

/** The service may have received it when the program ended; then `between`, and another run. */
async function madeThen(between: (all: All) => void) {
  const broken: Outcome = { kind: 'failed', failure: { kind: 'broken', code: 'ECONNRESET', tries: 1 }, retryAfterMs: null };
  const all = await anUnfitScan({ upload: async () => broken }, { converts: TIFF });
  expect(item(all, all.itemId)).toMatchObject({ conversion: { by: 'folder' }, state: { kind: 'waiting' }, attempts: 1 });
  await all.delivery.close(0);
  closeQuietly(all.journal);
  const journal = opened(all.file, all.clock);
  onTestFinished(() => closeQuietly(journal));
  journal.restart();
  between({ ...all, journal });
  const life = all.again({ journal, seed: 4, upload: async (what) => all.service.take(what) });
  await life.delivery.start();
  await all.clock.advance(6 * SECOND_MS);
  return { ...all, ...life, journal };
}

describe('a version that was made by itself', () => {
  it('is asked about if it is lost, a newer converter makes another, and the service may have it', async () => {
    const all = await madeThen(lose);
    expect(item(all, all.itemId).state).toEqual({ kind: 'held', question: { kind: 'maybe-received' } });
    expect(contents(all)).toEqual([]);
  });

  it('is made anew and sent if it is lost before anything left: the tick is meant for that one too', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    let uploads = 1;
    const life = all.again({ parallel: () => uploads, seed: 4 });
    // The connection ends at the moment at which the version is there.
    all.converter.amid = async () => {
      all.journal.companies.setConnection(all.folder.companyId, { kind: 'invalid', since: all.clock.wallMs(), reason: 'unknown' });
    };
    await life.delivery.start();
    await all.clock.settle();
    expect(item(all, all.itemId)).toMatchObject({ conversion: { by: 'folder' }, state: { kind: 'waiting' }, attempts: 0 });
    await life.delivery.close(0);
    uploads = 0;
    lose(all);
    all.converter.amid = async () => undefined;
    all.journal.companies.setConnection(all.folder.companyId, { kind: 'active', seenAt: all.clock.wallMs() });
    const next = all.again({ seed: 5, parallel: () => 4 });
    await next.delivery.start();
    await all.clock.advance(SECOND_MS);
    expect(contents(all)).toEqual([`newer:${SCAN}`]);
    expect(chores(next)).not.toContain('tell-unfit');
    expect(item(all, all.itemId)).toMatchObject({ conversion: { by: 'folder' }, state: { kind: 'awaiting' } });
  });

  it('is not begun before its version is there', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    expect(() => begun(all, all.itemId)).toThrow('not begun');
    expect(item(all, all.itemId).state.kind).toBe('waiting');
  });
});

describe('two computers on one folder that both convert by themselves', () => {
  it('leave one document, also where they make other bytes', async () => {
    const all = await anUnfitScan({}, { converts: TIFF });
    const other = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    other.converter.version = 'other';
    const life = other.again({ parallel: () => 4, upload: async (what) => all.service.take({ ...what, bytes: Buffer.from(MADE) }) });
    await life.delivery.start();
    await other.clock.settle();
    expect([...all.service.documents.values()].map(({ content }) => content)).toEqual([MADE]);
    expect(item(other, other.itemId)).toMatchObject({ sentElsewhere: true, mediaType: null, state: { kind: 'awaiting' } });
    expect(item(other, other.itemId)).not.toHaveProperty('conversion');
  });

  it('convert nothing of what the other one has a result for', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    const data = { documentId: 'dddddddd-0000-4000-8000-000000000009', externalReference: referenceTo(SCAN), documentState: 'Refused' };
    page(all, [anEvent({ seq: 1, data: { ...data, rejectionReason: 'Illisible' } })]);
    expect(item(all, all.itemId)).toMatchObject({ sentElsewhere: true, state: { kind: 'refused' } });
    expect(item(all, all.itemId)).not.toHaveProperty('toConvert');
    const { delivery } = all.again({ parallel: () => 4 });
    await delivery.start();
    expect(await delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [all.itemId] });
    await all.clock.advance(HOUR_MS);
    expect(all.converter.requests).toEqual([]);
  });
});
