import { appendFileSync, copyFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake, type Of } from './an-intake.ts';

const kinds = (at: AnIntake) => at.items().map(({ state }) => state.kind);

/** Earlier than the virtual time at which these tests add their folder. */
const LONG_AGO = new Date(Date.UTC(2025, 11, 1));

/** Different documents of one length: each ends with a comment of its own. */
function dropMany(at: AnIntake, count: number, from = 0): void {
  for (let n = from; n < from + count; n += 1) {
    const path = join(at.root, `${n}.pdf`);
    copyFileSync(sampleFiles.invoice.path, path);
    appendFileSync(path, `\n% ${String(n).padStart(4, '0')}\n`);
    utimesSync(path, LONG_AGO, LONG_AGO);
  }
}

describe('files that lay there before the folder was added', () => {
  it('are held until a person says, and later ones are not', async () => {
    const at = anIntake({ existing: 'ask' });
    dropMany(at, 3);
    at.intake.start();
    await at.until(() => at.items().length === 3);
    at.drop(sampleFiles.quote);
    await at.until(() => at.items().length === 4);
    expect(kinds(at)).toEqual(['held', 'held', 'held', 'waiting']);
  });

  it('are not confused with one that was written after it was added, before the first look', async () => {
    const at = anIntake({ existing: 'ask' });
    dropMany(at, 2);
    at.drop(sampleFiles.quote);
    at.intake.start();
    await at.until(() => at.items().length === 3);
    expect(at.items().map(({ name, state }) => [name, state.kind])).toContainEqual([sampleFiles.quote.name, 'waiting']);
    expect(kinds(at).filter((kind) => kind === 'held')).toHaveLength(2);
  });

  it('are still held when the app ended before it had dealt with them', async () => {
    const first = anIntake({ existing: 'ask' });
    dropMany(first, 3);
    first.intake.start();
    await first.pass(2_000);
    expect(first.items()).toEqual([]);
    await first.intake.close();
    const second = anIntake({ open: first.open, root: first.root });
    second.intake.start();
    await second.until(() => second.items().length === 3);
    expect(kinds(second)).toEqual(['held', 'held', 'held']);
    expect(second.folder().identity).not.toBeNull();
  });

  it('are sent like new ones where that was said when the folder was added', async () => {
    const at = anIntake({ existing: 'send' });
    dropMany(at, 60);
    at.intake.start();
    await at.until(() => at.items().length === 60);
    expect(new Set(kinds(at))).toEqual(new Set(['waiting']));
  });
});

describe('a burst', () => {
  it('of sixty files is held, with its stragglers', async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    dropMany(at, 60);
    at.intake.lookAgain();
    await at.pass(2_000);
    dropMany(at, 5, 60);
    at.intake.lookAgain();
    await at.until(() => at.items().length === 65);
    expect(new Set(kinds(at))).toEqual(new Set(['held']));
  });

  it('of which the rest comes after another disk lay there for two minutes is held as a whole', async () => {
    let [reads, isOther] = [0, false];
    const at = anIntake({
      files: (real) => ({
        read: async (path, how) => {
          reads += 1;
          isOther ||= reads > 30;
          return isOther ? fail({ kind: 'gone', code: 'ENOENT' }) : real.read(path, how);
        },
        stat: async (path) => (isOther ? fail({ kind: 'gone', code: 'ENOENT' }) : real.stat(path)),
      }),
    });
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    dropMany(at, 60);
    await at.until(() => isOther);
    await at.pass(120_000);
    isOther = false;
    reads = -1_000;
    await at.until(() => at.items().length === 60);
    expect(kinds(at).filter((kind) => kind !== 'held')).toEqual([]);
  });

  it('is still asked about where a file of it hung while the rest got its answer, and the app ended before that was read', async () => {
    const hangs: Of = {
      files: (real) => ({ read: (path, how) => (path.endsWith('59.pdf') ? new Promise(() => undefined) : real.read(path, how)) }),
    };
    const first = anIntake(hangs);
    first.intake.start();
    await first.until(() => first.folder().identity !== null);
    dropMany(first, 60);
    await first.until(() => first.items().length === 59);
    first.open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } });
    await first.intake.close();
    const second = anIntake({ open: first.open, root: first.root });
    second.intake.start();
    await second.until(() => second.items().length === 1);
    expect(second.items().map(({ name, state }) => [name, state.kind])).toEqual([['59.pdf', 'held']]);
  });

  it('is over once all of it was taken up: what comes while the app is off is new, however old it is', async () => {
    const first = anIntake();
    first.intake.start();
    await first.until(() => first.folder().identity !== null);
    dropMany(first, 60);
    await first.until(() => first.items().length === 60);
    first.open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } });
    await first.pass(MINUTE_MS);
    await first.intake.close();
    dropMany(first, 1, 60);
    const second = anIntake({ open: first.open, root: first.root });
    second.intake.start();
    await second.until(() => second.items().length === 1);
    expect(kinds(second)).toEqual(['waiting']);
  });

  it('of fifty is a working day', async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    dropMany(at, 50);
    await at.until(() => at.items().length === 50);
    expect(new Set(kinds(at))).toEqual(new Set(['waiting']));
  });
});

/** A burst of sixty files in a running office, all of it taken up and asked about. */
async function asked(of: Of = {}): Promise<AnIntake> {
  const at = anIntake(of);
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  dropMany(at, 60);
  await at.until(() => at.items().length === 60);
  return at;
}

/** Five scans, 25 seconds apart; what becomes of each. */
async function scanLater(at: AnIntake, from = 60): Promise<readonly string[]> {
  for (let n = 0; n < 5; n += 1) {
    dropMany(at, 1, from + n);
    await at.pass(25_000);
  }
  const scans = () => at.items().filter(({ name }) => Number.parseInt(name, 10) >= from);
  await at.until(() => scans().length === 5);
  return scans().map(({ state }) => state.kind);
}

const SENT = Array.from({ length: 5 }, () => 'waiting');
const answers: readonly [string, (at: AnIntake) => void][] = [
  ['all of them', ({ open }) => open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } })],
  ['none of them', ({ open }) => open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } })],
  ['those since a date', ({ open }) => open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'since', at: open.clock.wallMs() } })],
  ['this folder alone', (at) => at.open.journal.bulkArrivals.answerBulkArrival({ folderId: at.folder().id, answer: { kind: 'none' } })],
  [
    'one by one, as in the list',
    (at) => {
      for (const [nth, { id }] of at.items().entries()) at.open.journal.list[nth % 2 === 0 ? 'allow' : 'putAside']([id]);
    },
  ],
];

describe('the answer to a burst', () => {
  it.each(answers)('ends it (%s): each later scan is sent, however soon it comes', async (_, answer) => {
    const at = await asked();
    answer(at);
    expect(await scanLater(at)).toEqual(SENT);
  });

  it('ends it for a computer that is started again before the next scan', async () => {
    const first = await asked();
    first.open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } });
    await first.pass(2_000);
    await first.intake.close();
    const second = anIntake({ open: first.open, root: first.root });
    second.intake.start();
    expect(await scanLater(second)).toEqual(SENT);
  });

  it('does not end another one: fifty-one that come later are asked about, with their stragglers', async () => {
    const at = await asked();
    at.open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } });
    dropMany(at, 51, 60);
    await at.until(() => at.items().length === 111);
    expect(new Set(kinds(at).slice(60))).toEqual(new Set(['held']));
    dropMany(at, 1, 111);
    await at.until(() => at.items().length === 112);
    expect(kinds(at).at(-1)).toBe('held');
  });

  it('that did not come yet leaves each straggler with the others, and one that is only partly given does too', async () => {
    const at = await asked();
    const [one] = at.items();
    at.open.journal.list.allow(one === undefined ? [] : [one.id]);
    dropMany(at, 1, 60);
    await at.until(() => at.items().length === 61);
    expect(kinds(at).at(-1)).toBe('held');
  });

  it('for one folder leaves another one as it is', async () => {
    const at = await asked();
    at.open.journal.bulkArrivals.answerBulkArrival({ folderId: null, answer: { kind: 'all' } });
    expect(await scanLater(at)).toEqual(SENT.map(() => 'held'));
  });

  it('ends it while a file of it cannot be read yet, which is asked about when it can', async () => {
    let isLocked = true;
    const at = anIntake({
      files: (real) => ({
        read: async (path, how) => (isLocked && path.endsWith('59.pdf') ? fail({ kind: 'denied', code: 'EBUSY' }) : real.read(path, how)),
      }),
    });
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    dropMany(at, 60);
    await at.until(() => at.items().length === 59);
    at.open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } });
    expect(await scanLater(at)).toEqual(SENT);
    isLocked = false;
    await at.until(() => at.open.journal.bulkArrivals.bulkArrivals().length > 0);
    expect(at.open.journal.bulkArrivals.bulkArrivals()).toMatchObject([{ count: 1, names: ['59.pdf'] }]);
  });
});
