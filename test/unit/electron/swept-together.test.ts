import { describe, expect, it } from 'vitest';
import { joinedIntakeStore } from '#electron/engine/create-parts.ts';
import { aCompany, aFolder, anOpenJournal } from './journal/an-open-journal.ts';

const IDENTITY = { volume: 'v', inode: '1' };

describe('sweeps that end in the same moment', () => {
  it('share one commit, and each is remembered when its promise resolves', async () => {
    const all = anOpenJournal();
    const company = aCompany(all);
    const folders = ['/a', '/b', '/c'].map((path) => aFolder(all, company, 'purchase-invoices', path));
    const store = joinedIntakeStore(all.journal);
    let commits = 0;
    all.journal.onChange(() => {
      commits += 1;
    });
    const at = all.clock.wallMs();
    await Promise.all(folders.map(async ({ id }) => store.swept(id, { state: 'present', identity: IDENTITY, at })));
    expect(commits).toBe(1);
    for (const { id } of folders) expect(all.journal.folders.get(id)).toMatchObject({ identity: IDENTITY, lastSweptAt: at });
  });
});
