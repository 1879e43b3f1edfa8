import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { NO_FIGURES } from '#shared/app-api/folder-places.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { aCompany, aFile, aFolder, OTHER_INTEGRATION } from '#test/unit/electron/journal/an-open-journal.ts';
import { aRouter } from './a-router.ts';
import { NO_LINKS, NO_MODES, unless } from '#test/support/why-skipped.ts';

function setUp() {
  const all = aRouter();
  const { home } = all;
  for (const name of ['achats', 'ventes', '.hidden', 'achats/2026']) mkdirSync(join(home, name));
  writeFileSync(join(home, 'a file.pdf'), 'x');
  if (NO_LINKS === null) symlinkSync(join(home, 'achats'), join(home, 'link'));
  return all;
}

describe('adding a folder', () => {
  it('keeps it, and waits as long as its scanner needs', async () => {
    const { add, home, client } = setUp();
    expect(await add(`${join(home, 'achats')}/`)).toMatchObject({
      ok: true,
      value: { path: join(home, 'achats'), settleMs: 20_000, waits: { kind: 'first' } },
    });
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
    for (const path of [profile, join(profile, 'spool')]) {
      expect(await add(path)).toEqual({ ok: false, failure: { kind: 'own-files' } });
    }
    expect(await add(join(profile, '..'))).toEqual({ ok: false, failure: { kind: 'profile-around' } });
  });

  it('is refused inside the profile and inside one that is watched by way of a link too', unless(NO_LINKS), async () => {
    const { add, home, profile } = setUp();
    symlinkSync(profile, join(home, 'to our own'));
    expect(await add(join(home, 'to our own', 'spool'))).toEqual({ ok: false, failure: { kind: 'own-files' } });
    expect((await add(join(home, 'achats'))).ok).toBe(true);
    symlinkSync(home, join(home, 'ventes', 'to home'));
    expect(await add(join(home, 'ventes', 'to home', 'achats', '2026'))).toEqual({ ok: false, failure: { kind: 'overlaps' } });
    expect(await add(join(home, 'ventes', 'to home', 'achats'))).toEqual({ ok: false, failure: { kind: 'already-added' } });
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
    const { itemId } = all.journal.intake.enqueue(aFile(aFolder(all, all.company), { bulkArrival: true }));
    expect(await all.client.items.list({ limit: 10 })).toMatchObject({ total: 1, items: [{ id: itemId, state: { kind: 'held' } }] });
    expect(await all.client.items.allow({ itemIds: [itemId] })).toEqual({ allowed: 1 });
    expect(await all.client.items.get({ itemId })).toMatchObject({ ok: true, value: { places: [{ present: true }] } });
    expect(await all.client.items.reveal({ itemId })).toEqual({ available: true });
    expect(all.revealed).toEqual([join('/scans/purchase-invoices/scan.pdf')]);
  });

  it('answers what is not there with a value, and refuses what is no request', async () => {
    const { client, company } = setUp();
    expect(await client.items.get({ itemId: company.id })).toEqual({ ok: false, failure: { kind: 'not-found' } });
    expect(await client.folders.remove({ folderId: company.id })).toMatchObject({ failure: { kind: 'not-found' } });
    await expect(client.items.list({ limit: 0 })).rejects.toThrow('Input validation failed');
    await expect(client.installation.change({ relayUrl: 'http://far.example' })).rejects.toThrow('Input validation failed');
    expect(await client.folders.choose()).toEqual({ available: false });
  });
});

describe('places for the folders of a company', () => {
  it('are suggested below the home, and made when the person wants them', async () => {
    const { client, company, home, add } = setUp();
    const suggested = await client.folders.suggest({ companyId: company.id });
    const purchases = join(home, 'Intray', 'Achats');
    expect(suggested).toMatchObject({ ok: true, value: { 'purchase-invoices': { path: purchases, exists: false, files: 0 } } });
    expect(existsSync(purchases)).toBe(false);
    expect(await client.folders.make({ path: purchases })).toEqual({
      ok: true,
      value: { path: purchases, exists: true, kind: 'ordinary', ...NO_FIGURES },
    });
    expect(await client.folders.make({ path: purchases })).toMatchObject({ ok: true });
    expect((await add(purchases)).ok).toBe(true);
  });

  it('shut out nobody: a scanner may write there as somebody else', unless(NO_MODES), async () => {
    const { client, home } = setUp();
    const purchases = join(home, 'Intray', 'Achats');
    expect(await client.folders.make({ path: purchases })).toMatchObject({ ok: true });
    expect(statSync(purchases).mode & 0o777).toBe(0o777 & ~process.umask());
  });

  it('are others for a second company, under its name', async () => {
    const all = setUp();
    const second = aCompany(all, OTHER_INTEGRATION);
    await all.client.companies.change({ companyId: second.id, name: 'x' });
    all.journal.companies.changeCompany(second.id, { name: '../Ga:rage. ' });
    const purchases = join(all.home, 'Intray', 'Achats');
    await all.client.folders.make({ path: purchases });
    await all.add(purchases);
    const suggested = await all.client.folders.suggest({ companyId: second.id });
    expect(suggested).toMatchObject({ value: { 'purchase-invoices': { path: join(all.home, 'Intray', 'Ga rage', 'Achats') } } });
  });

  it('are made nowhere else, and not among our own files', async () => {
    const { client, home, profile } = setUp();
    for (const path of [home, join(home, '..', 'elsewhere'), profile, 'Achats', join(home, '..')]) {
      expect(await client.folders.make({ path })).toEqual({ ok: false, failure: { kind: 'denied' } });
    }
    expect(await client.folders.make({ path: join(home, 'a file.pdf') })).toMatchObject({ ok: false });
  });

  it('tell how many files a sweep would find there, without opening one', async () => {
    const { client, home } = setUp();
    for (const name of ['achats/1.pdf', 'achats/2026/2.pdf', 'achats/~$x.pdf', 'achats/Thumbs.db', '.hidden/3.pdf']) {
      writeFileSync(join(home, name), 'x');
    }
    expect(await client.folders.look({ path: join(home, 'achats') })).toMatchObject({ ok: true, value: { files: 2, more: false } });
    expect(await client.folders.look({ path: join(home, 'nowhere') })).toEqual({ ok: false, failure: { kind: 'not-there' } });
  });

  it('are shown in the file manager once they are watched', async () => {
    const { client, add, home, revealed } = setUp();
    const added = await add(join(home, 'achats'));
    if (!added.ok) throw new Error(added.failure.kind);
    expect(await client.folders.reveal({ folderId: added.value.id })).toEqual({ available: true });
    expect(revealed).toEqual([join(home, 'achats')]);
  });
});
