import { expect, it } from 'vitest';
import type { Parts } from '#electron/engine/parts.ts';
import { createWakeUps } from '#electron/engine/wake-ups.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { aCompany, anOpenJournal } from '../journal/an-open-journal.ts';

it('waking up on a disk that takes nothing is told in the log, and brings nothing down', () => {
  const open = anOpenJournal();
  aCompany(open);
  const log = recordingLog();
  const quiet = { lookAgain: () => undefined };
  const parts = { companies: quiet, results: quiet } as unknown as Parts;
  const wake = createWakeUps({ world: { clock: open.clock, log }, journal: open.journal, parts: () => parts });
  // A journal that is closed fails every write, as one on a broken disk does.
  open.journal.close();
  expect(() => wake.secretTypedIn()).not.toThrow();
  expect(log.text()).toContain('what waits was not made due');
});
