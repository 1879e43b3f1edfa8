import { createRouterClient } from '@orpc/server';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChanges } from '#electron/api/changes.ts';
import { createRouter } from '#electron/api/create-router.ts';
import type { CompaniesPart } from '#electron/api/parts.ts';
import { createSettings } from '#electron/settings/create-settings.ts';
import { nodeFiles } from '#electron/world/files.ts';
import { fail } from '#shared/lib/result.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';

const notFound = async () => fail({ kind: 'not-found' as const });
const notSetUp = async () => fail({ kind: 'not-set-up' as const });

const NO_SERVICE: Omit<CompaniesPart, 'companies'> = {
  connect: notSetUp,
  reconnect: notSetUp,
  check: notFound,
  change: notFound,
  pause: notFound,
  resume: notFound,
  removal: () => fail({ kind: 'not-found' }),
  remove: () => fail({ kind: 'not-found' }),
};

function setUp() {
  const open = anOpenJournal();
  const { journal } = open;
  const home = tempFolder();
  const profile = tempFolder();
  mkdirSync(join(profile, 'spool'));
  for (const name of ['achats', 'ventes', '.hidden', 'achats/2026']) mkdirSync(join(home, name));
  writeFileSync(join(home, 'a file.pdf'), 'x');
  symlinkSync(join(home, 'achats'), join(home, 'link'));
  const revealed: string[] = [];
  const router = createRouter({
    info: { version: '1', host: 'headless', locale: 'fr-FR' },
    home,
    profile,
    overview: () => {
      throw new Error('not asked for here');
    },
    changes: createChanges(),
    items: {
      ...journal.list,
      ...journal.floods,
      sendAgain: async (itemIds) => ({ sent: itemIds, missing: [] }),
      asked: (itemIds) => journal.noAnswers.asked(itemIds),
    },
    companies: { companies: () => journal.companies.companies(), ...NO_SERVICE },
    recoverySeen: () => journal.recovery.seen(open.clock.wallMs()),
    folders: {
      ...journal.folders,
      change: (folderId, change) =>
        journal.folders.change(folderId, { ...change, resultFolders: { accepted: 'Sent', refused: 'Refused' } }),
    },
    settings: createSettings(journal.settings),
    secrets: { view: () => Promise.reject(new Error('not asked')), keep: () => Promise.reject(new Error('not asked')) },
    files: nodeFiles(),
    chooseFolder: null,
    reveal: (path) => revealed.push(path),
  });
  const company = aCompany(open);
  const client = createRouterClient(router);
  const add = (path: string, companyId: CompanyId = company.id) => client.folders.add({ companyId, importType: 'purchase-invoices', path });
  return { ...open, company, home, profile, client, add, revealed };
}

describe('adding a folder', () => {
  it('keeps it with the default settle time', async () => {
    const { add, home, client } = setUp();
    expect(await add(`${join(home, 'achats')}/`)).toMatchObject({ ok: true, value: { path: join(home, 'achats'), settleMs: 5_000 } });
    expect(await client.folders.browse({ path: null })).toEqual({
      ok: true,
      value: { path: home, parent: join(home, '..'), folders: ['achats', 'ventes'] },
    });
  });

  it('is refused for what is not there, is no folder, or is relative', async () => {
    const { add, home } = setUp();
    expect(await add(join(home, 'nowhere'))).toEqual({ ok: false, failure: { kind: 'not-there' } });
    expect(await add(join(home, 'a file.pdf'))).toEqual({ ok: false, failure: { kind: 'not-a-folder' } });
    expect(await add('achats')).toEqual({ ok: false, failure: { kind: 'not-there' } });
    expect(await add(join(home, 'achats'), '99999999-9999-4999-8999-999999999999' as CompanyId)).toMatchObject({
      failure: { kind: 'no-such-company' },
    });
  });

  it('is refused inside and around the profile, whose files are ours', async () => {
    const { add, profile } = setUp();
    for (const path of [profile, join(profile, 'spool'), join(profile, '..')]) {
      expect(await add(path)).toEqual({ ok: false, failure: { kind: 'overlaps' } });
    }
  });

  it('is refused twice, inside and around one that is watched, but not beside it', async () => {
    const { add, home } = setUp();
    expect((await add(join(home, 'achats'))).ok).toBe(true);
    expect(await add(join(home, 'achats'))).toEqual({ ok: false, failure: { kind: 'already-added' } });
    expect(await add(join(home, 'achats', '2026'))).toEqual({ ok: false, failure: { kind: 'overlaps' } });
    expect(await add(home)).toEqual({ ok: false, failure: { kind: 'overlaps' } });
    expect((await add(join(home, 'ventes'))).ok).toBe(true);
  });
});

describe('the router', () => {
  it('lists, shows, lets go and reveals items', async () => {
    const all = setUp();
    const { itemId } = all.journal.intake.enqueue(aFile(aFolder(all, all.company), { flood: true }));
    expect(await all.client.items.list({ limit: 10 })).toMatchObject({ total: 1, items: [{ id: itemId, state: { kind: 'held' } }] });
    expect(await all.client.items.allow({ itemIds: [itemId] })).toEqual({ allowed: 1 });
    expect(await all.client.items.get({ itemId })).toMatchObject({ ok: true, value: { places: [{ present: true }] } });
    expect(await all.client.items.reveal({ itemId })).toEqual({ available: true });
    expect(all.revealed).toEqual(['/scans/purchase-invoices/scan.pdf']);
  });

  it('answers what is not there with a value, and refuses what is no request', async () => {
    const { client, company } = setUp();
    expect(await client.items.get({ itemId: company.id })).toEqual({ ok: false, failure: { kind: 'not-found' } });
    expect(await client.folders.remove({ folderId: company.id })).toMatchObject({ failure: { kind: 'not-found' } });
    await expect(client.items.list({ limit: 0 })).rejects.toThrow('Input validation failed');
    await expect(client.settings.change({ relayUrl: 'http://far.example' })).rejects.toThrow('Input validation failed');
    expect(await client.folders.choose()).toEqual({ available: false });
  });
});
