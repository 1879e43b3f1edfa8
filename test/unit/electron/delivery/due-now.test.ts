import { expect, it } from 'vitest';
import { dueNow } from '#electron/delivery/due-now.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { anOpenJournal } from '../journal/an-open-journal.ts';

it('a disk that takes nothing is told in the log, and brings nothing down', () => {
  const { clock, journal } = anOpenJournal();
  const log = recordingLog();
  const { makeAllDueNow } = dueNow({ clock, log, store: journal.delivery, isClosed: () => false });
  // A journal that is closed fails every write, as one on a broken disk does.
  journal.close();
  expect(makeAllDueNow).not.toThrow();
  expect(log.text()).toContain('what waits was not made due');
});
