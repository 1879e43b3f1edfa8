import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayInstall, QUIET_MS, Updates } from '#electron/desktop/updates/updates.ts';
import type { UpdateFeed } from '#electron/desktop/updates/update-feed.ts';
import { triedUpdate } from '#electron/desktop/updates/tried-update.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

const FOUND = { version: '1.1.0', notes: { en: 'Faster.', fr: 'Plus rapide.' } };

function started(answers: Partial<UpdateFeed> = {}, alone = true, folder = tempFolder()) {
  const clock = virtualClock();
  const tried = triedUpdate(folder, { from: '1.0.0', now: () => clock.wallMs() });
  const now = { uploading: 0, windowShown: false };
  const seen = { checks: [] as number[], downloads: 0, quits: 0, installs: 0, quiet: 0, left: 0, again: 0 };
  const feed: UpdateFeed = {
    check: async () => answers.check?.() ?? ok(FOUND),
    download: async () => answers.download?.() ?? ok(null),
    isWhole: () => answers.isWhole?.() ?? true,
    obstacle: () => answers.obstacle?.() ?? null,
    endsWithout: () => {
      seen.left += 1;
      return true;
    },
    install: async () => {
      seen.installs += 1;
      return answers.install?.() ?? null;
    },
  };
  const counting: UpdateFeed = {
    ...feed,
    check: () => {
      seen.checks.push(clock.monotonicMs());
      return feed.check();
    },
    download: () => {
      seen.downloads += 1;
      return feed.download();
    },
  };
  const log = recordingLog();
  const quit = (): void => void (seen.quits += 1);
  const quiet = { announce: () => void (seen.quiet += 1), forget: () => void (seen.quiet -= 1) };
  const updates = new Updates({
    clock,
    random: { fraction: () => 0.5 },
    log,
    feed: counting,
    alone,
    quit,
    quiet,
    tried,
    again: () => void (seen.again += 1),
  });
  updates.start(() => now);
  return { clock, now, seen, updates, log };
}

describe('a newer version', () => {
  it('is looked for some minutes after the start, then every few hours, and at other moments on other computers', async () => {
    const { clock, seen, updates } = started({ check: async () => Promise.resolve(ok(null)) });
    expect(updates.view()).toEqual({ kind: 'current', checkedAt: null, fault: null, failed: null });
    await clock.advance(MINUTE_MS);
    expect(seen.checks).toEqual([]);
    await clock.advance(DAY_MS);
    expect(seen.checks).toHaveLength(6);
    expect(seen.checks[1]).toBe((seen.checks[0] ?? 0) + 4 * HOUR_MS);
    expect(updates.view()).toMatchObject({ kind: 'current', checkedAt: expect.any(Number), fault: null });
  });

  it('is fetched behind the work, and says so', async () => {
    const fetched = Promise.withResolvers<ReturnType<typeof ok<null>>>();
    const { clock, updates } = started({ download: () => fetched.promise });
    await clock.advance(5 * MINUTE_MS);
    expect(updates.view()).toEqual({ kind: 'loading', ...FOUND });
    fetched.resolve(ok(null));
    await clock.settle();
    expect(updates.view()).toEqual({ kind: 'ready', ...FOUND, asked: false, failed: null });
  });

  it('waits while documents are sent and while somebody looks, then until both have been over for a while', async () => {
    const { clock, now, seen, updates } = started();
    Object.assign(now, { uploading: 3 });
    await clock.advance(HOUR_MS);
    Object.assign(now, { uploading: 0, windowShown: true });
    await clock.advance(HOUR_MS);
    expect({ ...seen, view: updates.view().kind }).toMatchObject({ quits: 0, view: 'ready' });
    Object.assign(now, { windowShown: false });
    await clock.advance(QUIET_MS - MINUTE_MS);
    expect(seen.quits).toBe(0);
    await clock.advance(2 * MINUTE_MS);
    expect(seen).toMatchObject({ quits: 1, installs: 0 });
    await updates.installAtEnd(true);
    expect(seen).toMatchObject({ installs: 1, quiet: 1 });
  });

  it('comes at once when somebody asks for it, but never in the middle of an upload', async () => {
    const { clock, now, seen, updates } = started();
    Object.assign(now, { uploading: 1, windowShown: true });
    await clock.advance(5 * MINUTE_MS);
    expect(updates.installNow()).toBe(true);
    await clock.advance(HOUR_MS);
    expect(updates.view()).toMatchObject({ kind: 'ready', asked: true });
    expect(seen.quits).toBe(0);
    Object.assign(now, { uploading: 0 });
    await clock.advance(SECOND_MS);
    expect(seen.quits).toBe(1);
    await updates.installAtEnd(true);
    expect(seen).toMatchObject({ installs: 1, quiet: 0 });
  });

  it('is not installed at an end that somebody else wished, which leaves it to the updater', async () => {
    const { clock, now, seen, updates } = started();
    Object.assign(now, { windowShown: true });
    await clock.advance(5 * MINUTE_MS);
    await updates.installAtEnd(true);
    await clock.advance(DAY_MS);
    expect(seen).toMatchObject({ quits: 0, installs: 0, left: 1 });
  });

  it('that was exchanged after it was fetched ends nothing, is said, and is fetched again', async () => {
    let whole = false;
    const { clock, seen, updates } = started({ isWhole: () => whole });
    await clock.advance(HOUR_MS);
    expect(seen).toMatchObject({ quits: 0, installs: 0 });
    expect(updates.view()).toMatchObject({ kind: 'current', fault: 'damaged' });
    whole = true;
    await clock.advance(6 * HOUR_MS);
    expect(seen).toMatchObject({ downloads: 2, quits: 1 });
  });

  it('that is not installed in the end leaves nobody without a program', async () => {
    const { clock, seen, updates } = started({ install: async () => Promise.resolve('refused') });
    await clock.advance(HOUR_MS);
    expect(seen.quits).toBe(1);
    await updates.installAtEnd(true);
    expect(seen).toMatchObject({ installs: 1, again: 1, left: 0, quiet: 0 });
  });

  it('that is not installed at an end that took too long starts this version again', async () => {
    const { clock, seen, updates } = started();
    await clock.advance(HOUR_MS);
    await updates.installAtEnd(false);
    expect(seen).toMatchObject({ quits: 1, installs: 0, again: 1, quiet: 0 });
  });

  it('waits for a person where it cannot be noted that it was tried, so that nothing goes round', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'update-tried.json.new'));
    const { clock, seen, updates } = started({}, true, folder);
    await clock.advance(DAY_MS);
    expect(seen.quits).toBe(0);
    expect(updates.installNow()).toBe(true);
    await clock.advance(SECOND_MS);
    expect(seen.quits).toBe(1);
  });

  it('that is left to the end is noted as tried, and not left to it twice in a day', async () => {
    const folder = tempFolder();
    for (const left of [1, 0]) {
      const { clock, now, seen, updates } = started({}, true, folder);
      Object.assign(now, { windowShown: true });
      await clock.advance(5 * MINUTE_MS);
      await updates.installAtEnd(true);
      expect(seen.left).toBe(left);
    }
  });

  it('waits for a person where installing asks for a password', async () => {
    const { clock, seen, updates } = started({}, false);
    await clock.advance(DAY_MS);
    expect(seen.quits).toBe(0);
    expect(updates.installNow()).toBe(true);
    await clock.advance(SECOND_MS);
    expect(seen.quits).toBe(1);
  });

  it.each(['unreachable', 'damaged', 'unsigned', 'stale', 'unfit'] as const)(
    'that is %s is said quietly and tried again',
    async (fault) => {
      const { clock, seen, updates, log } = started({ check: async () => Promise.resolve(fail(fault)) });
      await clock.advance(DAY_MS);
      expect(updates.view()).toMatchObject({ kind: 'current', fault });
      expect(updates.installNow()).toBe(false);
      expect(seen.checks).toHaveLength(6);
      expect(log.lines.every(({ level, message }) => level === 'warn' && message === 'no update')).toBe(true);
    },
  );

  it('that came damaged is thrown away and fetched again', async () => {
    let tries = 0;
    const { clock, seen, updates } = started({
      download: async () => Promise.resolve((tries += 1) === 1 ? fail('damaged' as const) : ok(null)),
    });
    await clock.advance(5 * MINUTE_MS);
    expect(updates.view()).toMatchObject({ kind: 'current', fault: 'damaged' });
    await clock.advance(4 * HOUR_MS);
    expect(seen.downloads).toBe(2);
    expect(updates.view()).toMatchObject({ kind: 'ready' });
  });

  it('is never asked for again where the program cannot replace itself', async () => {
    const { clock, seen, updates } = started({ check: async () => Promise.resolve(fail('off' as const)) });
    await clock.advance(DAY_MS);
    expect(seen.checks).toHaveLength(1);
    expect(updates.view()).toEqual({ kind: 'off' });
  });

  it('rings at each step', async () => {
    const { clock, updates } = started();
    const seen: string[] = [];
    updates.onChange(() => seen.push(updates.view().kind));
    await clock.advance(5 * MINUTE_MS);
    expect(seen).toEqual(['loading', 'ready']);
  });
});

describe('whether the app may end now to come back as a newer one', () => {
  it.each([
    [{ uploading: 1, windowShown: false, quietMs: DAY_MS, asked: true }, false],
    [{ uploading: 0, windowShown: true, quietMs: DAY_MS, asked: false }, false],
    [{ uploading: 0, windowShown: false, quietMs: QUIET_MS - 1, asked: false }, false],
    [{ uploading: 0, windowShown: false, quietMs: QUIET_MS, asked: false }, true],
    [{ uploading: 0, windowShown: true, quietMs: 0, asked: true }, true],
  ])('%j: %s', (atWork, may) => {
    expect(mayInstall(atWork)).toBe(may);
  });
});
