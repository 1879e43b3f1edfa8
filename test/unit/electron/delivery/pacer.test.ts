import { describe, expect, it } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type Service } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

const PARALLEL = 4;

/** A real journal with `files` waiting scans; each upload takes a second, and knows how many run at once. */
function aQueue(files: number, answer: (upload: Parameters<Service>[0], atMs: number) => Outcome) {
  const open = anOpenJournal();
  const disk = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  for (let file = 0; file < files; file += 1) {
    disk.all.set(`${folder.path}/${file}`, Buffer.from(`scan ${file}`));
    open.journal.intake.enqueue(aFile(folder, { name: String(file), content: `scan ${file}` }));
  }
  let now = 0;
  const begun: { readonly atMs: number; readonly atOnce: number }[] = [];
  const upload: Service = async (what) => {
    now += 1;
    begun.push({ atMs: open.clock.monotonicMs(), atOnce: now });
    await open.clock.sleep(SECOND_MS);
    now -= 1;
    return answer(what, open.clock.monotonicMs());
  };
  const life = aLife({ ...open, files: disk, upload, parallel: () => PARALLEL });
  const atOnceBetween = (fromMs: number, toMs: number): number =>
    Math.max(0, ...begun.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ atOnce }) => atOnce));
  return { ...open, ...life, begun, atOnceBetween };
}

/** Answers that do not mean that the service is overloaded. */
const OTHERS: readonly (readonly [string, Outcome])[] = [
  ['another fault of the service', { kind: 'failed', failure: { kind: 'service', status: 500 }, retryAfterMs: null }],
  ['a broken line', { kind: 'failed', failure: { kind: 'broken', code: 'ECONNRESET', tries: 1 }, retryAfterMs: null }],
  ['a file that was not taken', { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: null } }],
];

const less = (status: number): Outcome => ({ kind: 'failed', failure: { kind: 'service', status }, retryAfterMs: null });

describe('the pace of uploads', () => {
  it.each([429, 503])('is halved once by a burst of %i, and comes back place by place', async (status) => {
    const service = aService();
    const { delivery, clock, journal, begun, atOnceBetween } = aQueue(60, (what, atMs) =>
      atMs <= SECOND_MS ? less(status) : service.take(what),
    );
    await delivery.start();
    await clock.run(() => journal.items.counts().awaiting === 60, 10 * MINUTE_MS);
    expect(atOnceBetween(0, SECOND_MS)).toBe(PARALLEL);
    expect(begun.filter(({ atMs }) => atMs === SECOND_MS)).toHaveLength(2);
    expect(atOnceBetween(SECOND_MS, 6 * SECOND_MS)).toBe(2);
    expect(atOnceBetween(6 * SECOND_MS, 11 * SECOND_MS)).toBe(3);
    expect(atOnceBetween(12 * SECOND_MS, 10 * MINUTE_MS)).toBe(PARALLEL);
    expect(service.documents.size).toBe(60);
  });

  it('comes to one upload a minute, not to one a scan, while the service takes none at all', async () => {
    const { delivery, clock, begun } = aQueue(200, () => less(429));
    await delivery.start();
    await clock.advance(30 * MINUTE_MS);
    expect(begun.length).toBeLessThan(60);
    expect(begun.filter(({ atMs }) => atMs >= 20 * MINUTE_MS).length).toBeGreaterThanOrEqual(8);
  });

  it.each(OTHERS)('stays as it is after %s', async (_, outcome) => {
    const { delivery, clock, atOnceBetween } = aQueue(40, () => outcome);
    await delivery.start();
    await clock.advance(10 * SECOND_MS);
    expect(atOnceBetween(2 * SECOND_MS, 8 * SECOND_MS)).toBe(PARALLEL);
  });

  it.each([{ kind: 'revoked', reason: 'CPA_CLOSED' }, { kind: 'unauthorised' }] as const)(
    'ends for a company at its first %j: no upload is begun after it, and no file is lost',
    async (outcome) => {
      const { delivery, clock, journal, begun } = aQueue(20, () => outcome);
      await delivery.start();
      await clock.advance(30 * MINUTE_MS);
      expect(begun.map(({ atMs }) => atMs)).toEqual([0, 0, 0, 0]);
      expect(journal.items.counts()).toMatchObject({ waiting: 20, held: 0, unfit: 0 });
    },
  );
});
