import { describe, expect, it } from 'vitest';
import { createNotify } from '#electron/notify/create-notify.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const clock = virtualClock();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const items = ['a', 'b', 'c'].map((content) => item(open, open.journal.intake.enqueue(aFile(folder, { name: content, content })).itemId));
  let enabled = true;
  const notices: Notice[] = [];
  const notify = createNotify({ clock, enabled: () => enabled });
  notify.onNotice((notice) => notices.push(notice));
  const turnOff = (): void => {
    enabled = false;
  };
  const [a, b, c] = items;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three items were made');
  return { company, a, b, c, notify, notices, clock, turnOff };
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
});
