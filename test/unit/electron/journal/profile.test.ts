import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { keepProfile } from '#electron/journal/profile/keep-profile.ts';
import { aProfile } from './a-profile.ts';
import { aCompany, aFile, aFolder } from './an-open-journal.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';
import { keepReserve, LEFT_BESIDE_RESERVE_BYTES, RESERVE_BYTES } from '#electron/journal/profile/keep-reserve.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { until } from '#test/support/until.ts';

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

const ENOUGH = RESERVE_BYTES + LEFT_BESIDE_RESERVE_BYTES;

async function aReserve(free: number | null) {
  const [clock, files] = [virtualClock(), memoryFiles()];
  files.free = free;
  let freed = 0;
  const reserve = keepReserve({
    freed: () => {
      freed += 1;
    },
    profile: '/profile',
    world: { clock, files, log: recordingLog(), random: seededRandom(3) },
  });
  reserve.start();
  onTestFinished(() => reserve.close());
  await clock.settle();
  return { reserve, freed: () => freed, clock, files, bytes: () => files.all.get('/profile/reserve') };
}

describe('the room that is kept for the journal', () => {
  it('is a file of as many bytes, none of which a disk that packs could leave out', async () => {
    const { bytes } = await aReserve(ENOUGH);
    expect(bytes()?.byteLength).toBe(RESERVE_BYTES);
    expect(new Set(bytes()?.subarray(-4_096)).size).toBeGreaterThan(200);
  });

  it.each([
    ['too little room is left beside it', ENOUGH - 1],
    ['nobody tells how much is free', null],
  ] as const)('is not taken where %s', async (_where, free) => {
    const { bytes, clock } = await aReserve(free);
    await clock.advance(10 * MINUTE_MS);
    expect(bytes()).toBeUndefined();
  });

  it('is given up on a full disk, and taken again when there is room beside it and not before', async () => {
    const { bytes, clock, files, freed, reserve } = await aReserve(ENOUGH);
    files.free = 0;
    for (let times = 0; times < 3; times += 1) reserve.giveUp();
    await clock.settle();
    expect(bytes()).toBeUndefined();
    expect(freed()).toBe(1);
    files.free = ENOUGH - 1;
    await clock.advance(10 * MINUTE_MS);
    expect(bytes()).toBeUndefined();
    files.free = ENOUGH;
    await clock.advance(MINUTE_MS);
    expect(bytes()?.byteLength).toBe(RESERVE_BYTES);
    reserve.giveUp();
    await clock.settle();
    expect(bytes()).toBeUndefined();
  });
});

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
