import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openJournal } from '#electron/journal/open-journal.ts';
import { createNoAnswerWatch } from '#electron/results/no-answer-watch.ts';
import type { CommittedPage } from '#electron/results/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aCompany, aFile, aFolder, begun, ended } from '../journal/an-open-journal.ts';

/** One unanswered document in a real journal; the test sets what is known about relay and service. */
function aWorld() {
  const [clock, random] = [virtualClock(), seededRandom(9)];
  const file = join(tempFolder(), 'journal.sqlite');
  const opened = openJournal(file, { clock, random });
  if (!opened.ok) throw new Error(opened.failure.detail);
  const journal = opened.value;
  const says = { days: 7, silentSince: null as WallMs | null, service: true };
  const told: CommittedPage['effects'][number][] = [];
  const open = { journal, clock, file };
  const { itemId } = journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
  begun(open, itemId);
  const documentId = 'dddddddd-0000-4000-8000-000000000001' as never;
  ended({ journal, clock }, itemId, { kind: 'received', documentId });
  const watch = () => {
    const made = createNoAnswerWatch({
      clock,
      log: recordingLog(),
      store: journal.noAnswers,
      askAfterDays: () => says.days,
      silentSince: () => says.silentSince,
      wasRead: () => says.silentSince === null,
      serviceAnswers: async () => says.service,
      closedLinks: () => [],
      logsSince: () => new Map(),
      told: (effects) => told.push(...effects),
    });
    made.start();
    return made;
  };
  const running = watch();
  onTestFinished(async () => {
    await running.close();
    journal.close();
  });
  const why = () => {
    const state = journal.items.get(itemId)?.state;
    return state?.kind === 'awaiting' ? (state.noAnswer?.because.kind ?? null) : state?.kind;
  };
  return { clock, journal, says, told, running, watch, why };
}

describe('the watch over unanswered documents', () => {
  it('asks on its own when the days are over', async () => {
    const { clock, told, why } = aWorld();
    await clock.advance(7 * DAY_MS - HOUR_MS);
    expect(why()).toBeNull();
    await clock.advance(2 * HOUR_MS);
    expect(why()).toBe('long');
    expect(told).toHaveLength(1);
  });

  it('applies another patience at once', async () => {
    const { clock, says, running, why } = aWorld();
    await clock.advance(2 * DAY_MS);
    says.days = 1;
    running.wake();
    await clock.advance(1_000);
    expect(why()).toBe('long');
  });

  it('warns after two days without the relay, while the service can be reached', async () => {
    const { clock, says, why } = aWorld();
    says.silentSince = clock.wallMs();
    await clock.advance(47 * HOUR_MS);
    expect(why()).toBeNull();
    await clock.advance(2 * HOUR_MS);
    expect(why()).toBe('relay-silent');
  });

  it('warns of nothing while it is this computer that is offline', async () => {
    const { clock, says, why } = aWorld();
    says.silentSince = clock.wallMs();
    says.service = false;
    await clock.advance(60 * HOUR_MS);
    expect(why()).toBeNull();
  });

  it('counts a silence over a restart, and none that was only a late network', async () => {
    const { clock, says, running, watch, why } = aWorld();
    says.silentSince = clock.wallMs();
    await clock.advance(2 * HOUR_MS);
    await running.close();
    await clock.advance(3 * DAY_MS);
    // Switched on again: at first without a network, then with it.
    says.silentSince = clock.wallMs();
    const late = watch();
    await clock.advance(20 * MINUTE_MS);
    expect(why()).toBeNull();
    await clock.advance(30 * MINUTE_MS);
    expect(why()).toBe('relay-silent');
    await late.close();
  });

  it('forgets a silence when the relay was read', async () => {
    const { clock, journal, says, why } = aWorld();
    says.silentSince = clock.wallMs();
    await clock.advance(2 * HOUR_MS);
    expect(journal.noAnswers.silence()).not.toBeNull();
    says.silentSince = null;
    await clock.advance(HOUR_MS);
    expect(journal.noAnswers.silence()).toBeNull();
    says.silentSince = clock.wallMs();
    await clock.advance(46 * HOUR_MS);
    expect(why()).toBeNull();
  });
});
