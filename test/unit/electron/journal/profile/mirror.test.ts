import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepProfile } from '#electron/journal/profile/keep-profile.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { until } from '#test/support/until.ts';
import { aProfile } from '../a-profile.ts';
import { aCompany, aFolder } from '../an-open-journal.ts';

/** A profile with a set-up that is kept beside its journal. */
async function aKeptProfile() {
  const at = aProfile();
  const journal = await at.open();
  const open = { journal, clock: at.clock, file: at.file };
  const company = aCompany(open);
  const keep = keepProfile({ profile: at.profile, world: at.world, journal, backups: false });
  onTestFinished(() => keep.close());
  const path = join(at.profile, 'profile.json');
  const inItsPlace = (): void => {
    rmSync(path, { force: true });
    mkdirSync(join(path, 'in its place'), { recursive: true });
  };
  return { ...at, keep, path, inItsPlace, add: () => aFolder(open, company), text: () => readFileSync(path, 'utf8') };
}

describe('the set-up beside the journal', () => {
  it('is written by itself once it can be, without another change', async () => {
    const at = await aKeptProfile();
    at.inItsPlace();
    at.keep.start();
    await at.clock.advance(SECOND_MS);
    await until('it has failed', async () => at.world.log.text().includes('could not be kept'));
    rmSync(at.path, { recursive: true });
    await at.clock.advance(2 * MINUTE_MS);
    await until('it is there', async () => (await at.keep.setUpFault()) === null);
    expect(at.text()).toContain('"companies"');
    // Said once, however often it was tried.
    expect(at.world.log.text().split('could not be kept')).toHaveLength(2);
  });

  it.each([
    ['deleted', (path: string) => rmSync(path)],
    ['cut', (path: string) => writeFileSync(path, '{"version"')],
    ['replaced by an older one', (path: string) => writeFileSync(path, '{"version":1,"companies":[],"folders":[],"settings":null}')],
  ])('is written anew where it was %s, when somebody asks for it', async (_, spoil) => {
    const at = await aKeptProfile();
    expect(await at.keep.setUpFault()).toBeNull();
    const whole = at.text();
    spoil(at.path);
    expect(await at.keep.setUpFault()).toBeNull();
    expect(at.text()).toBe(whole);
  });

  it('is told by the system’s own code where it cannot be written, for as long as that lasts', async () => {
    const at = await aKeptProfile();
    at.inItsPlace();
    expect(await at.keep.setUpFault()).toMatch(/^E/);
    at.add();
    expect(await at.keep.setUpFault()).toMatch(/^E/);
    rmSync(at.path, { recursive: true });
    expect(await at.keep.setUpFault()).toBeNull();
    expect(at.text()).toContain('"folders": [');
  });
});
