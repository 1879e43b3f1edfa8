import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { NO_COUNTS, standing } from '#shared/domain/standing.ts';
import { DELAY_MS } from '#shared/domain/item/failure.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { aLife, aService } from '#test/unit/electron/delivery/a-life.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from './an-open-journal.ts';

const OFFLINE: Outcome = { kind: 'failed', failure: { kind: 'offline', code: 'ENOTFOUND' }, retryAfterMs: null };

async function waiting() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const files = memoryFiles();
  const service = aService();
  const says: { outcome: Outcome | null } = { outcome: OFFLINE };
  const folder = aFolder(open, company);
  for (const name of ['a', 'b']) {
    files.all.set(`${folder.path}/${name}`, Buffer.from(name));
    open.journal.intake.enqueue(aFile(folder, { name, content: name }));
  }
  const { delivery } = aLife({ ...open, files, upload: async (what) => says.outcome ?? service.take(what) });
  await delivery.start();
  onTestFinished(() => delivery.close(0));
  const delay = () => open.journal.delays.delay({ before: wallMs(open.clock.wallMs() - DELAY_MS), companyIds: [company.id] });
  return { ...open, company, says, delay };
}

describe('what fails for long', () => {
  it('is silent for a quarter of an hour and not longer, then says why, and since when', async () => {
    const { clock, delay } = await waiting();
    const from = clock.wallMs();
    await clock.advance(15 * MINUTE_MS - 1);
    expect(delay()).toBeNull();
    await clock.advance(1);
    expect(delay()).toEqual({ items: 2, failure: { kind: 'offline', code: 'ENOTFOUND' }, since: from });
  });

  it('names the cause as it is now, and is over with the first that is received', async () => {
    const { clock, says, delay, journal } = await waiting();
    await clock.advance(20 * MINUTE_MS);
    says.outcome = { kind: 'failed', failure: { kind: 'proxy', code: 'PROXY_407' }, retryAfterMs: null };
    await clock.advance(20 * MINUTE_MS);
    expect(delay()?.failure).toEqual({ kind: 'proxy', code: 'PROXY_407' });
    says.outcome = null;
    await clock.advance(20 * MINUTE_MS);
    expect(journal.items.counts().awaiting).toBe(2);
    expect(delay()).toBeNull();
  });

  it('is tried again, and said, after a clock was set back by a year', async () => {
    const { clock, delay, says, journal } = await waiting();
    await clock.advance(20 * MINUTE_MS);
    clock.jump(-365 * 24 * 60 * MINUTE_MS);
    await clock.advance(60 * MINUTE_MS);
    expect(delay()).not.toBeNull();
    says.outcome = null;
    await clock.advance(20 * MINUTE_MS);
    expect(journal.items.counts().awaiting).toBe(2);
  });

  it('is never a standing that is fine', async () => {
    const { journal } = await waiting();
    const companies = journal.companies.companies();
    expect(standing({ ...NO_COUNTS, waiting: 1 }, { companies, folders: [], isDelayed: true })).toBe('disconnected');
    expect(standing({ ...NO_COUNTS, waiting: 1 }, { companies, folders: [], isDelayed: false })).toBe('working');
  });
});
