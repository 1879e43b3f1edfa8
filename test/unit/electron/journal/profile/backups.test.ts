import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/lib/duration.ts';
import { keepProfile } from '#electron/journal/profile/keep-profile.ts';
import { aProfile } from '../a-profile.ts';
import { aCompany, aFile, aFolder } from '../an-open-journal.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';

describe('the backups of a journal', () => {
  it('are made once a day, whole, and three are kept', async () => {
    const at = aProfile();
    const journal = await at.open();
    const open = { journal, clock: at.clock, file: at.file };
    const folder = aFolder(open, aCompany(open));
    const made: string[] = [];
    for (let day = 0; day < 5; day += 1) {
      journal.intake.enqueue(aFile(folder, { content: `day ${day}`, name: `${day}.pdf` }));
      await at.keep(journal, { copy: true });
      made.push(...at.backups().filter((name) => !made.includes(name)));
      await at.clock.advance(DAY_MS);
    }
    expect(made).toHaveLength(5);
    expect(at.backups()).toEqual(made.slice(2));
    const newest = join(at.profile, 'backups', made[4] ?? '');
    const copy = new DatabaseSync(newest, { readOnly: true });
    expect(copy.prepare('SELECT count(*) AS n FROM items').get()).toEqual({ n: 5 });
    copy.close();
  });

  it('are for this user alone', unless(NO_MODES), async () => {
    const at = aProfile();
    await at.keep(await at.open(), { copy: true });
    const folder = join(at.profile, 'backups');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(at.backups().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  });

  it('are not made again within the day, whoever starts how often, nor while the engine closes', async () => {
    const at = aProfile();
    const journal = await at.open();
    await at.keep(journal, { copy: true });
    await at.clock.advance(23 * HOUR_MS);
    const keep = keepProfile({ profile: at.profile, world: at.world, journal, backups: true });
    keep.start();
    await keep.close();
    expect(at.backups()).toHaveLength(1);
    await at.clock.advance(2 * HOUR_MS);
    const late = keepProfile({ profile: at.profile, world: at.world, journal, backups: true });
    await late.close();
    expect(at.backups()).toHaveLength(1);
  });

  it('lose the half that a kill left behind', async () => {
    const at = aProfile();
    const journal = await at.open();
    writeFileSync(join(at.profile, 'backups', 'journal-20260101T000000.000Z.sqlite.part'), 'half');
    await at.keep(journal, { copy: true });
    expect(at.backups()).toHaveLength(1);
    expect(at.backups()[0]).not.toContain('part');
  });
});
