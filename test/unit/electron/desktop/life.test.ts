import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openShell } from '#electron/desktop/shell.ts';
import { type ShellOptions } from '#electron/desktop/shell-options.ts';
import { companySchema } from '#shared/domain/company.ts';
import { wallMs } from '#shared/lib/duration.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { FakeNotification } from '#test/support/fake-electron/fake-tray.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { cannedEngine, refusedItem } from './canned-engine.ts';

/** The project's folder, with the tray's pictures. */
const ROOT = resolve(import.meta.dirname, '../../../..');

beforeEach(() => fake.resetFakeElectron());

async function opened(options: Partial<ShellOptions> = {}) {
  const engine = cannedEngine();
  const log = recordingLog();
  await openShell({ engine, log, root: ROOT, locale: 'en-GB', platform: 'linux', ...options });
  return { engine, log };
}

const windowOf = () => fake.BrowserWindow.all[0];
const end = (reason: string) => windowOf()?.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
/** A page is drawn some time after it was loaded. */
const drawn = () => new Promise(setImmediate);
const isSeen = () => windowOf()?.isVisible() ?? false;
const aCompany = (id: number, kind: 'active' | 'paused') =>
  companySchema.parse({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    name: `Company ${id}`,
    colour: 'blue',
    connection: kind === 'active' ? { kind, seenAt: wallMs(0) } : { kind, since: wallMs(0) },
    integrationId: `00000000-0000-4000-8000-00000000001${id}`,
    formerIntegrationIds: [],
    connectedAt: wallMs(0),
  });

describe('a start by the computer', () => {
  it('shows the tray alone, and a second one of its kind opens nothing', async () => {
    await opened({ hidden: true });
    expect(fake.Tray.all).toHaveLength(1);
    expect(isSeen()).toBe(false);
    fake.app.emit('second-instance', {}, ['intray', '--hidden']);
    expect(isSeen()).toBe(false);
    fake.app.emit('second-instance', {}, ['intray']);
    await drawn();
    expect(isSeen()).toBe(true);
  });
});

describe('a second start', () => {
  const HOSTILE = [
    ['another profile', ['--profile', '/tmp/theirs']],
    ['another key', ['--key-file=/tmp/theirs', '--create-key-file', '/tmp/theirs']],
    ['a port for debugging', ['--remote-debugging-port=9222', '--inspect=0.0.0.0:9229']],
    ['an address', ['app://intray/#/settings', 'https://example.com/', 'file:///etc/passwd']],
    ['a file', ['\\\\attacker\\share\\scan.pdf', '/tmp/scan.pdf', 'C:\\Scans\\NUL']],
    ['an option behind two dashes', ['--', '--hidden', '--quit']],
    ['an option that only begins like ours', ['--hidden=no', '--hidden-too', 'hidden', '--quit=yes', 'quit']],
    ['very many words', Array.from({ length: 20_000 }, (_, at) => `--x${at}`)],
    ['no word at all', []],
  ] as const;

  it.each(HOSTILE)('opens the window where it was, and nothing of it is read: %s', async (_what, words) => {
    const { engine, log } = await opened({ hidden: true });
    fake.app.emit('second-instance', {}, ['intray', ...words], '\\\\attacker\\share', { profile: '/tmp/theirs', path: '#/settings' });
    await drawn();
    expect(isSeen()).toBe(true);
    expect(fake.BrowserWindow.all).toHaveLength(1);
    expect(windowOf()?.loaded).toEqual(['app://intray/']);
    expect([engine.looks(), engine.turned, log.lines]).toEqual([0, [], []]);
    expect([fake.app.relaunched, fake.app.exitCode]).toEqual([null, null]);
  });
});

describe('a second start that asks Intray to end', () => {
  it.each([[['--quit']], [['--hidden', '--quit']]])('has it close all that is open, and installs nothing behind it: %j', async (words) => {
    const replace = vi.fn<(inTime: boolean) => Promise<void>>(() => Promise.resolve());
    const { engine } = await opened({ hidden: true, replace });
    fake.app.emit('second-instance', {}, ['intray', ...words]);
    expect(engine.closing).toMatchObject({ asked: 1, patienceMs: 1_500 });
    expect(fake.app.exitCode).toBeNull();
    engine.closing.let();
    await vi.waitFor(() => expect(fake.app.exitCode).toBe(0));
    expect(replace).not.toHaveBeenCalled();
    expect(fake.BrowserWindow.all).toHaveLength(0);
  });
});

describe('a page that ends by itself', () => {
  it('is loaded again, and that is said, without a word about documents', async () => {
    const { log } = await opened();
    end('crashed');
    expect(windowOf()?.webContents.reloads).toBe(1);
    await vi.waitFor(() => expect(FakeNotification.shown).toHaveLength(1));
    expect(FakeNotification.shown[0]?.body).toMatch(/opened again.*nothing is lost/i);
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { reason: 'crashed', again: true } });
  });

  it('is given up after three times, and made anew when the person asks for it', async () => {
    await opened();
    for (const reason of ['crashed', 'oom', 'killed', 'crashed']) end(reason);
    expect(windowOf()).toBeUndefined();
    await vi.waitFor(() => expect(FakeNotification.shown.at(-1)?.body).toMatch(/keeps failing/));
    fake.app.emit('second-instance', {}, []);
    await drawn();
    expect(isSeen()).toBe(true);
  });

  it('is left alone when it was meant to end', async () => {
    await opened();
    end('clean-exit');
    expect(windowOf()?.webContents.reloads).toBe(0);
  });
});

describe('the tray', () => {
  it('pauses all companies that are not, and then offers to go on', async () => {
    const { engine } = await opened();
    const tray = fake.Tray.all[0];
    expect(tray?.menu?.labels()).not.toContain('Pause sending');
    engine.says.overview = { ...engine.says.overview, companies: [aCompany(1, 'active'), aCompany(2, 'paused')] };
    engine.ring();
    await vi.waitFor(() => expect(tray?.menu?.labels()).toContain('Pause sending'));
    tray?.menu?.click('pause');
    await vi.waitFor(() => expect(engine.turned).toEqual([`pause ${aCompany(1, 'active').id}`]));
    engine.says.overview = { ...engine.says.overview, companies: [aCompany(1, 'paused'), aCompany(2, 'paused')] };
    engine.ring();
    await vi.waitFor(() => expect(tray?.menu?.labels()).toContain('Resume sending'));
    tray?.menu?.click('resume');
    await vi.waitFor(() => expect(engine.turned).toHaveLength(3));
  });

  it('leads to the folders and to the settings', async () => {
    const { engine } = await opened({ hidden: true });
    engine.says.overview = { ...engine.says.overview, companies: [aCompany(1, 'active')] };
    engine.ring();
    const tray = fake.Tray.all[0];
    await vi.waitFor(() => expect(tray?.menu?.labels()).toContain('Add a folder…'));
    tray?.menu?.click('add-folder');
    expect(windowOf()?.loaded.at(-1)).toBe('app://intray/#/companies');
    tray?.menu?.click('settings');
    expect(windowOf()?.loaded.at(-1)).toBe('app://intray/#/settings');
  });
});

describe('a notification of an earlier start', () => {
  it('still opens its document on macOS', async () => {
    const item = refusedItem('a.pdf');
    FakeNotification.history = [new FakeNotification({ title: 'old', body: '', id: `document:${item.id}` })];
    await opened({ platform: 'darwin', hidden: true });
    FakeNotification.history[0]?.emit('click');
    expect(windowOf()?.loaded.at(-1)).toBe(`app://intray/#/documents/${item.id}`);
  });

  it('still opens its document on Windows, also by the click that started Intray; foreign words open the window alone', async () => {
    const item = refusedItem('a.pdf');
    await opened({ platform: 'win32', hidden: true });
    FakeNotification.activate({ type: 'click', arguments: `type=click&tag=document:${item.id}&x=1` });
    expect(windowOf()?.loaded.at(-1)).toBe(`app://intray/#/documents/${item.id}`);
    FakeNotification.activate({ type: 'click', arguments: 'document:../../settings' });
    expect(windowOf()?.loaded.at(-1)).toBe(`app://intray/#/documents/${item.id}`);
  });

  it('opens its document on Windows also while newer ones stand in the list, which answer by themselves', async () => {
    const { engine } = await opened({ platform: 'win32', hidden: true });
    const [old, fresh] = [refusedItem('old.pdf'), refusedItem('new.pdf')];
    engine.tell({ kind: 'refused', items: [fresh] });
    await vi.waitFor(() => expect(FakeNotification.shown).toHaveLength(1));
    FakeNotification.activate({ type: 'click', arguments: `document:${fresh.id}` });
    expect(windowOf()).toBeUndefined();
    FakeNotification.activate({ type: 'click', arguments: `document:${old.id}` });
    expect(windowOf()?.loaded.at(-1)).toBe(`app://intray/#/documents/${old.id}`);
  });

  it('carries the document by an id of its own', async () => {
    const { engine } = await opened();
    const item = refusedItem('a.pdf');
    engine.tell({ kind: 'refused', items: [item] });
    await vi.waitFor(() => expect(FakeNotification.shown[0]?.id).toBe(`document:${item.id}`));
  });
});

describe('the computer', () => {
  it('whose network comes back makes the engine look again, once', async () => {
    vi.useFakeTimers();
    try {
      const { engine } = await opened();
      fake.net.online = false;
      vi.advanceTimersByTime(60_000);
      expect(engine.looks()).toBe(0);
      fake.net.online = true;
      vi.advanceTimersByTime(60_000);
      expect(engine.looks()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the start after a bug', () => {
  it('says that nothing was lost, also to a person who wants no notifications', async () => {
    await opened({ hidden: true, afterCrash: true });
    expect(FakeNotification.shown.map(({ body }) => body)).toEqual([expect.stringMatching(/started again.*nothing is sent twice/i)]);
  });
});
