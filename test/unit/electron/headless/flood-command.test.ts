import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { createRouter } from '#electron/engine/create-router.ts';
import { journalHandlers } from '#electron/journal/journal-handlers.ts';
import { overviewSchema } from '#shared/app-api/views.ts';
import { unaskedHandlers } from '#test/unit/electron/engine/unasked-handlers.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { runIn } from './run-in.ts';

/** A company with two folders whose files wait, on a real journal. */
function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folders = [aFolder(open, company), aFolder(open, company, 'sales-invoices')];
  for (const folder of folders) {
    for (const name of ['a.pdf', 'b.pdf'])
      open.journal.intake.enqueue(aFile(folder, { name, content: folder.id + name, bulkArrival: true }));
  }
  const unasked = unaskedHandlers();
  const { items } = journalHandlers(open.journal, open.clock);
  // The command reads no other member of it.
  const overview = () => ({
    companies: [...open.journal.companies.companies()],
    bulkArrivals: [...open.journal.bulkArrivals.bulkArrivals()],
  });
  const client = createRouterClient(
    createRouter({ ...unasked, items: { ...unasked.items, ...items }, overview: () => overviewSchema.parse({ ...A_VIEW, ...overview() }) }),
  );
  return { ...open, folders, client };
}

const A_VIEW = {
  standing: 'needs-you',
  counts: {
    held: 0,
    aside: 0,
    unfit: 0,
    waiting: 0,
    uploading: 0,
    awaiting: 0,
    accepted: 0,
    refused: 0,
    noAnswer: 0,
    unproven: 0,
    settled: 0,
  },
  folders: [],
  strays: [],
  relay: { kind: 'not-set' },
  answers: { mode: 'poll', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
  vault: 'open',
  disk: { kind: 'good' },
  recovery: null,
  now: 0,
};

describe('“flood”', () => {
  it('lists each folder with its names and days', async () => {
    const open = setUp();
    const { exit, printed } = await runIn(open, 'flood');
    expect(exit).toBe(0);
    for (const { path, importType } of open.folders) {
      expect(printed).toContain(`"Boulangerie", ${importType}, ${JSON.stringify(path)}: 2 files, written from 1970-01-01 to 1970-01-01: `);
    }
  });

  it('sends nothing where several folders wait and none is named, and lists them', async () => {
    const open = setUp();
    for (const answer of ['all', '1970-01-01']) {
      const { exit, complained } = await runIn(open, 'flood', '--send', answer);
      expect(exit).toBe(1);
      expect(complained).toContain('name one with --folder');
      for (const { path } of open.folders) expect(complained).toContain(JSON.stringify(path));
    }
    expect(open.journal.items.counts()).toMatchObject({ held: 4, waiting: 0 });
  });

  it('answers for the folder that is named, by its path or id, or for a company', async () => {
    const open = setUp();
    const [purchases, sales] = open.folders;
    expect(await runIn(open, 'flood', '--folder', '/nowhere', '--send', 'all')).toMatchObject({ exit: 1 });
    expect((await runIn(open, 'flood', '--folder', purchases?.path ?? '', '--send', 'all')).printed).toMatch(/^2 are sent, 0 are ignored/);
    expect(open.journal.items.counts()).toMatchObject({ held: 2, waiting: 2 });
    expect((await runIn(open, 'flood', '--folder', sales?.id ?? '', '--send', 'none')).printed).toMatch(/^0 are sent, 2 are ignored/);
    const other = setUp();
    expect((await runIn(other, 'flood', '--company', 'boulangerie', '--send', 'all')).printed).toMatch(/^4 are sent/);
  });

  it('sets all aside without a name, since that can be taken back', async () => {
    expect((await runIn(setUp(), 'flood', '--send', 'none')).printed).toMatch(/^0 are sent, 4 are ignored/);
  });
});
