import { resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hearInvitations, InvitationArrivals } from '#electron/desktop/invitation/arrivals.ts';
import type { OpenedWith } from '#electron/desktop/invitation/opened-with.ts';
import { openShell } from '#electron/desktop/shell.ts';
import { fail, ok } from '#shared/lib/result.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { cannedEngine } from '../canned-engine.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const LINK = 'https://relay.example.com/invitation#1.AAAAAAAAAAAAAAAAAAAAAA';
const link = (text = LINK): OpenedWith => ({ kind: 'link', link: text });

beforeEach(() => fake.resetFakeElectron());

async function shellWith(arrivals: InvitationArrivals, hidden = false) {
  const log = recordingLog();
  await openShell({ engine: cannedEngine(), log, root: ROOT, locale: 'fr-FR', platform: 'linux', arrivals, hidden });
  return { log, window: () => fake.BrowserWindow.all[0] };
}

describe('an invitation from outside the window', () => {
  it('waits until it is dismissed, by its number, and a later one takes its place', async () => {
    const arrivals = new InvitationArrivals(async () => fail('on-a-share'));
    let rings = 0;
    arrivals.onChange(() => (rings += 1));
    await arrivals.take(link());
    expect(arrivals.current()).toEqual({ kind: 'text', id: 1, text: LINK });
    await arrivals.take({ kind: 'file', path: '/net/Exemple.intray' });
    expect(arrivals.current()).toEqual({ kind: 'fault', id: 2, fault: 'on-a-share' });
    expect(arrivals.dismiss(1)).toBe(false);
    expect(arrivals.dismiss(2)).toBe(true);
    expect(arrivals.current()).toBeNull();
    expect(rings).toBe(3);
  });

  it('is not replaced by an earlier one whose file took longer to read', async () => {
    const slow = Promise.withResolvers<string>();
    const arrivals = new InvitationArrivals(async () => ok(await slow.promise));
    const first = arrivals.take({ kind: 'file', path: '/home/anne/Exemple.intray' });
    await arrivals.take(link());
    slow.resolve('the earlier one');
    await first;
    expect(arrivals.current()).toMatchObject({ id: 2, text: LINK });
  });

  it('opens the window at its question, even where the computer started Intray, and is in no address', async () => {
    const arrivals = new InvitationArrivals(async () => ok(''));
    await arrivals.take(link());
    const { window, log } = await shellWith(arrivals, true);
    expect(window()?.loaded).toEqual(['app://intray/#/invitation']);
    expect(log.text()).not.toContain('AAAAAAAA');
  });

  it('comes by a second start, and a hidden one without it opens nothing', async () => {
    const arrivals = new InvitationArrivals(async () => ok(''));
    const { window } = await shellWith(arrivals, true);
    fake.app.emit('second-instance', {}, ['intray', '--hidden']);
    fake.app.emit('second-instance', {}, ['intray', '--hidden', '--', LINK, '--profile=/tmp/theirs']);
    expect(window()).toBeUndefined();
    fake.app.emit('second-instance', {}, ['intray', '--hidden', '--', LINK]);
    await expect.poll(() => window()?.loaded).toEqual(['app://intray/#/invitation']);
    expect(arrivals.current()).toMatchObject({ text: LINK });
  });

  it('comes on macOS by its events, by the same rules, and nowhere else', async () => {
    const taken: OpenedWith[] = [];
    hearInvitations('linux', (opened) => taken.push(opened));
    const event = { preventDefault: () => undefined };
    fake.app.emit('open-url', event, LINK);
    expect(taken).toEqual([]);
    hearInvitations('darwin', (opened) => taken.push(opened));
    fake.app.emit('open-url', event, LINK.replace('https:', 'intray:'));
    fake.app.emit('open-url', event, 'intray://127.0.0.1:7002/v1/devices');
    fake.app.emit('open-file', event, '/Users/anne/Exemple.intray');
    fake.app.emit('open-file', event, '/Users/anne/Exemple.pdf');
    expect(taken).toEqual([link(), { kind: 'file', path: '/Users/anne/Exemple.intray' }]);
  });
});
