import { expect, it } from 'vitest';
import { makeAllDueNow } from '#electron/engine/make-all-due-now.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { aCompany, anOpenJournal } from './journal/an-open-journal.ts';

it('waking up on a disk that takes nothing is told in the log, and brings nothing down', () => {
  const open = anOpenJournal();
  aCompany(open);
  // Every write to a closed journal fails, as on a broken disk.
  open.journal.close();
  const log = recordingLog();
  expect(() => makeAllDueNow({ clock: open.clock, log }, open.journal)).not.toThrow();
  expect(log.text()).toContain('what waits was not made due');
});
