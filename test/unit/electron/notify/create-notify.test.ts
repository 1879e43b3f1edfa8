import { describe, expect, it } from 'vitest';
import { createNotify } from '#electron/notify/create-notify.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Notice, NotifyTimes } from '#shared/domain/notice.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const clock = virtualClock();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const items = ['a', 'b', 'c'].map((content) => item(open, open.journal.intake.enqueue(aFile(folder, { name: content, content })).itemId));
  let times: NotifyTimes = { notifications: true, quietHours: null, digestAt: null };
  const settled = new Set<ItemId>();
  const notices: Notice[] = [];
  const notify = createNotify({
    clock,
    log: recordingLog(),
    times: () => times,
    isStill: (itemId) => !settled.has(itemId),
    minuteOf: (at) => Math.floor(at / MINUTE_MS) % (DAY_MS / MINUTE_MS),
  });
  notify.onNotice((notice) => notices.push(notice));
  const set = (change: Partial<NotifyTimes>): void => {
    times = { ...times, ...change };
  };
  const turnOff = (): void => set({ notifications: false });
  /** Advances to this hour of the virtual day, counted from its beginning. */
  const until = (hour: number): Promise<void> => clock.advance(hour * HOUR_MS - (clock.wallMs() % DAY_MS));
  const [a, b, c] = items;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three items were made');
  return { company, a, b, c, notify, notices, clock, turnOff, set, until, settled };
}

describe('notices', () => {
  it('come as one for all refusals of a short time, and one for each other kind', async () => {
    const { a, b, c, notify, notices, clock } = setUp();
    notify.tell(a, ['drop-spool', 'tell-refused']);
    notify.tell(b, ['tell-refused']);
    notify.tell(a, ['tell-refused']);
    notify.tell(c, ['tell-unfit']);
    await clock.advance(1_000);
    expect(notices).toEqual([]);
    await clock.advance(1_000);
    expect(notices.map((notice) => [notice.kind, 'items' in notice ? notice.items.length : 0])).toEqual([
      ['refused', 2],
      ['unfit', 1],
    ]);
    notify.tell(a, ['tell-question']);
    await clock.advance(2_000);
    expect(notices).toHaveLength(3);
  });

  it('are none for chores that no person needs to know of', async () => {
    const { a, notify, notices, clock } = setUp();
    notify.tell(a, ['drop-spool']);
    expect(clock.sleepers).toBe(0);
    await clock.advance(10_000);
    expect(notices).toEqual([]);
  });

  it('are none when they are turned off, nor after the end', async () => {
    const { a, notify, notices, clock, turnOff } = setUp();
    notify.tell(a, ['tell-refused']);
    turnOff();
    await clock.advance(5_000);
    notify.tell(a, ['tell-refused']);
    notify.close();
    await clock.advance(5_000);
    expect(notices).toEqual([]);
  });

  it('tell once that a company fell out of its connection, and not at the start', () => {
    const { company, notify, notices, clock } = setUp();
    const since = clock.wallMs();
    const invalid = { ...company, connection: { kind: 'invalid', since, reason: 'revoked' } } as const;
    notify.companies([invalid]);
    expect(notices).toEqual([]);
    notify.companies([company]);
    notify.companies([invalid]);
    notify.companies([invalid]);
    expect(notices).toEqual([{ kind: 'disconnected', company: invalid }]);
  });

  it('wait for the end of the quiet hours, and leave out what was settled meanwhile', async () => {
    const { a, b, company, notify, notices, set, until, settled } = setUp();
    const night = { from: 20 * 60, to: 7 * 60 };
    await until(21);
    set({ quietHours: night });
    notify.companies([company]);
    notify.tell(a, ['tell-refused']);
    notify.tell(b, ['tell-refused']);
    notify.companies([{ ...company, connection: { kind: 'invalid', since: company.connectedAt, reason: 'revoked' } }]);
    await until(24 + 6);
    expect(notices).toEqual([]);
    settled.add(a.id);
    await until(7.1);
    expect(notices.map((notice) => ('items' in notice ? notice.items.map(({ id }) => id) : notice.kind))).toEqual(['disconnected', [b.id]]);
  });

  it('come once a day where the person wants it so, but for a lost connection', async () => {
    const { a, b, company, notify, notices, set, until } = setUp();
    await until(10);
    set({ digestAt: 9 * 60 });
    notify.tell(a, ['tell-refused']);
    notify.companies([company]);
    notify.companies([{ ...company, connection: { kind: 'invalid', since: company.connectedAt, reason: 'revoked' } }]);
    expect(notices.map(({ kind }) => kind)).toEqual(['disconnected']);
    await until(23);
    notify.tell(b, ['tell-refused']);
    expect(notices).toHaveLength(1);
    await until(24 + 9.1);
    expect(notices.slice(1).map((notice) => 'items' in notice && notice.items.length)).toEqual([2]);
  });

  it('come at once when the person gives up the digest, and not of a company that is connected again', async () => {
    const { a, company, notify, notices, set, clock } = setUp();
    const now = Math.floor(clock.wallMs() / MINUTE_MS) % 1_440;
    set({ digestAt: (now + 720) % 1_440, quietHours: { from: now, to: (now + 60) % 1_440 } });
    notify.companies([company]);
    notify.companies([{ ...company, connection: { kind: 'invalid', since: company.connectedAt, reason: 'revoked' } }]);
    notify.companies([company]);
    notify.tell(a, ['tell-refused']);
    await clock.advance(10 * MINUTE_MS);
    set({ digestAt: null, quietHours: null });
    await clock.advance(2 * MINUTE_MS);
    expect(notices.map(({ kind }) => kind)).toEqual(['refused']);
    expect(clock.sleepers).toBe(0);
  });

  it('of one half of a pair come only if the other has not come for a minute, and of what it became then', async () => {
    const { a, b, c, notify, notices, clock, settled } = setUp();
    const lone = { ...a, state: { kind: 'unfit', by: 'intray', problem: { kind: 'entries-without-scan' } } } as const;
    const awaiting = { ...b, state: { kind: 'held', question: { kind: 'entries-missing', files: [] } } } as const;
    notify.tell(lone, ['tell-unfit']);
    notify.tell(awaiting, ['tell-question']);
    notify.tell({ ...c, state: lone.state }, ['tell-unfit']);
    await clock.advance(MINUTE_MS - 1_000);
    expect(notices).toEqual([]);
    // The entries of b have come, and so has the scan of c.
    const question = { kind: 'entries', lines: 2, debitCents: 100, creditCents: 100, warnings: 0 } as const;
    notify.tell({ ...b, state: { kind: 'held', question } }, ['tell-question']);
    settled.add(c.id);
    await clock.advance(MINUTE_MS);
    expect(notices.map((notice) => [notice.kind, 'items' in notice ? notice.items.map(({ id }) => id) : []])).toEqual([
      ['question', [b.id]],
      ['unfit', [a.id]],
    ]);
    await clock.advance(HOUR_MS);
    expect(notices).toHaveLength(2);
  });
});
