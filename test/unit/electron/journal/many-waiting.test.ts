import { expect, it } from 'vitest';
import { PAGE_ROWS } from '#electron/journal/in-pages.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from './an-open-journal.ts';

it('makes all that waits due when there is more of it than one page, after a pause and when somebody is in a hurry', async () => {
  const open = anOpenJournal();
  const { journal, clock } = open;
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const many = PAGE_ROWS * 2 + 3;
  const names = Array.from({ length: many }, (_, file) => `scan-${file}`);
  const made = await Promise.all(names.map((name) => journal.join(() => journal.intake.enqueue(aFile(folder, { name, content: name })))));
  const failure = { kind: 'offline', code: 'ENETUNREACH' } as const;
  const at = clock.wallMs();
  const putOff = () =>
    Promise.all(
      made.map(({ itemId }) => journal.join(() => journal.delivery.postpone(itemId, { failure, chance: 0.5, at: clock.wallMs() }))),
    );
  const due = () => journal.delivery.due(wallMs(clock.wallMs()), many + 1).length;
  await putOff();
  expect(due()).toBe(0);
  journal.delivery.hurry(at);
  expect(due()).toBe(many);
  await clock.advance(MINUTE_MS);
  await putOff();
  expect(due()).toBe(0);
  journal.companies.setConnection(company.id, { kind: 'paused', since: at });
  journal.companies.setConnection(company.id, { kind: 'active', seenAt: at });
  expect(due()).toBe(many);
}, 60_000);
