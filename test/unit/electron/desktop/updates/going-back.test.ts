import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { NO_LINUX_PACKAGES, unless } from '#test/support/why-skipped.ts';
import { finishedFeed } from './finished-feed.ts';
import { installation } from './installation.ts';
import { JOURNAL, loopbackFeed, type Offer } from './loopback-feed.ts';
import { OWN } from './loopback-updater.ts';

/** An installation of 1.0.0, and what it makes of an announcement. */
async function anInstallation() {
  const server = await loopbackFeed();
  const place = installation(server, { Updater: OWN.Updater });
  const sees = async (offer: Offer) => {
    server.offer({ ending: OWN.ending, ...offer });
    const start = place.start();
    await start.pass(3 * MINUTE_MS);
    await vi.waitFor(() => expect(start.updates.view()).not.toMatchObject({ checkedAt: null }));
    await vi.waitFor(() => expect(start.updates.view().kind).not.toBe('loading'), { timeout: 20_000 });
    return start.updates.view();
  };
  return { server, sees };
}

const STAYS = { kind: 'current', fault: null };

describe('a release that is taken back', () => {
  it(
    'is replaced by the older one that was signed for that, by itself as any update is, and people are told',
    unless(NO_LINUX_PACKAGES),
    async () => {
      const server = await finishedFeed('AppImage');
      const older = Buffer.from('#!/bin/sh\nexit 0\n');
      expect(await server.announce('0.9.0', older)).toMatchObject({ status: 0, stderr: '' });
      expect(server.rollBack('0.9.0', '1.0.0')).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringContaining('in the place of 1.0.0'),
      });
      const place = installation({ ...server, offer: () => undefined, downloads: () => 0 }, { Updater: OWN.Updater });
      const start = place.start();
      await start.untilReady();
      expect(start.updates.view()).toMatchObject({ version: '0.9.0', notes: { en: 'Back from 1.0.0.', fr: 'Back from 1.0.0.' } });
      await start.untilEnded(false);
      const whole = readFileSync(server.pathOf('0.9.0'));
      await vi.waitFor(() => expect(readFileSync(join(place.folder, 'Intray.AppImage')).equals(whole)).toBe(true));
    },
  );

  it('stays where somebody shows the announcement of the older one again, as it was before', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '0.9.0' })).toMatchObject(STAYS);
    expect(await sees({ version: '0.9.0', takesBack: ['1.1.0'] })).toMatchObject(STAYS);
    expect(server.downloads()).toBe(0);
  });

  it.each([
    ['the list of what is taken back was changed', { change: changed('takesBack', ['1.0.0']) }, 'unsigned'],
    ['the form of its journal was changed', { takesBack: ['1.0.0'], change: changed('journal', 99) }, 'unsigned'],
    ['its last day is over', { takesBack: ['1.0.0'], expires: '2026-01-01' }, 'stale'],
  ])('stays where %s, and this is said', async (_what, more, fault) => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '0.9.0', ...more })).toMatchObject({ kind: 'current', fault });
    expect(server.downloads()).toBe(0);
  });

  it('stays where the older one could not read its journal, and this is said', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '0.9.0', takesBack: ['1.0.0'], journal: JOURNAL - 1 })).toMatchObject({ kind: 'current', fault: 'unfit' });
    // Also one with a higher number, built from older code in a hurry.
    expect(await sees({ version: '1.1.0', journal: JOURNAL - 1 })).toMatchObject({ kind: 'current', fault: 'unfit' });
    expect(server.downloads()).toBe(0);
    expect(await sees({ version: '1.1.0', journal: JOURNAL + 1 })).toMatchObject({ kind: 'ready', version: '1.1.0' });
  });

  it('is taken by nobody any more who has heard of that, also when its own announcement is shown again', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '1.0.0', takesBack: ['1.1.0'] })).toMatchObject(STAYS);
    expect(await sees({ version: '1.1.0' })).toMatchObject(STAYS);
    expect(server.downloads()).toBe(0);
    expect(await sees({ version: '1.1.1' })).toMatchObject({ kind: 'ready', version: '1.1.1' });
  });
});

describe('an announcement whose last day is over', () => {
  it('is not taken, and the settings say so', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '1.1.0', expires: '2026-01-01' })).toMatchObject({ kind: 'current', fault: 'stale' });
    expect(server.downloads()).toBe(0);
  });
});

describe('the program that takes a release back', () => {
  it('signs nothing that is no step back, or that was changed where it lies', async () => {
    const server = await finishedFeed(OWN.ending);
    await server.announce('0.9.0', Buffer.from('older'));
    expect(server.rollBack('0.9.0', '0.9.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('not older than 0.9.0') });
    expect(server.rollBack('0.8.0', '1.0.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('announces 0.9.0') });
    server.spoil((info) => ({ ...info, journal: 99 }));
    expect(server.rollBack('0.9.0', '1.0.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('not signed by us') });
  });
});

function changed(name: string, value: unknown): NonNullable<Offer['change']> {
  return (info) => {
    info[name] = value;
  };
}
