import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FolderHandlersDeps } from '#electron/folders/folder-handlers.ts';
import { countFiles } from '#electron/intake/folder/count-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Files } from '#shared/ports/files.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aRouter } from '#test/unit/electron/engine/a-router.ts';
import { NO_ROOT_FOLDER, unless } from '#test/support/why-skipped.ts';
import { placeKind, type Whereabouts } from '#electron/folders/whereabouts.ts';

/** A real disk under Windows names; `asked`: every path that it was asked about. */
function aWindowsDisk() {
  const root = tempFolder();
  const asked: string[] = [];
  const here = nodeFiles();
  const at = (path: string): string => {
    asked.push(path);
    return join(root, ...path.split(/[\\/:]+/).filter((name) => name !== ''));
  };
  const files: Files = {
    ...here,
    stat: (path) => here.stat(at(path)),
    list: (path) => here.list(at(path)),
    realPath: (path) => here.realPath(at(path)),
    findMount: (path) => here.findMount(at(path)),
    makeFolder: (path) => here.makeFolder(at(path)),
    read: (path, options) => here.read(at(path), options),
    watch: (path, ring) => here.watch(at(path), ring),
  };
  for (const folder of ['C/Users/anne', 'C/Scans/2026', 'server/share/Scans', 'other/share/Scans'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'server/share/Scans/a.pdf'), 'x');
  return { root, asked, files };
}

function onWindows(of: Partial<FolderHandlersDeps> = {}) {
  const disk = aWindowsDisk();
  const { files } = disk;
  const windows = { platform: 'win32', home: 'C:\\Users\\anne', profile: 'C:\\Users\\anne\\Intray', files } as const;
  const all = aRouter({ ...windows, countFiles: (path) => countFiles(path, { files, clock: nodeClock() }), ...of });
  const add = (path: string, knownHost?: string) =>
    all.client.folders.add({
      companyId: all.company.id,
      importType: 'purchase-invoices',
      path,
      ...(knownHost === undefined ? {} : { knownHost }),
    });
  return { ...all, ...disk, add };
}

const REMOTE = [
  '\\\\attacker\\share',
  '//attacker/share',
  '\\/attacker\\share/x',
  '\\\\?\\UNC\\attacker\\share',
  '\\??\\UNC\\attacker\\share',
];
const NO_PLACE = [
  '\\\\.\\pipe\\x',
  '\\\\?\\GLOBALROOT\\Device\\Mup\\attacker\\share',
  '\\\\attacker',
  'C:\\Scans\\scan.pdf:evil',
  'C:\\Scans\\NUL',
];

describe('a folder on another computer, on Windows', () => {
  it.each(REMOTE)('is asked about before anything of it is touched: %s', async (path) => {
    const { client, add, asked } = onWindows();
    const question = { ok: false, failure: { kind: 'remote-place', host: 'attacker', consent: 'call' } };
    expect(await client.folders.look({ path })).toEqual(question);
    expect(await client.folders.browse({ path })).toEqual(question);
    expect(await add(path)).toEqual(question);
    expect(await client.folders.make({ path })).toEqual({ ok: false, failure: { kind: 'denied' } });
    expect(asked).toEqual([]);
  });

  it.each(NO_PLACE)('and what is no folder at all is refused untouched, whatever computer is known: %s', async (path) => {
    const { client, add, asked } = onWindows();
    const refused = { ok: false, failure: { kind: 'not-a-place' } };
    expect(await client.folders.look({ path, knownHost: 'attacker' })).toEqual(refused);
    expect(await client.folders.browse({ path, knownHost: 'attacker' })).toEqual(refused);
    expect(await add(path, 'attacker')).toEqual(refused);
    expect(asked).toEqual([]);
  });

  it('is watched once the person knows that very computer, which is then known until Intray ends', async () => {
    const { client, add, asked } = onWindows();
    const path = '//SERVER/share/Scans/';
    for (const knownHost of ['other', 'server2', 'serve', 'server@ssl', ''])
      expect(await client.folders.look({ path, knownHost })).toMatchObject({ failure: { kind: 'remote-place', host: 'server' } });
    expect(asked).toEqual([]);
    expect(await client.folders.look({ path: '\\\\server\\share\\Scans', knownHost: 'Server' })).toMatchObject({ value: { files: 1 } });
    expect(await add('\\\\server\\share\\Scans')).toMatchObject({ ok: true, value: { path: '\\\\server\\share\\Scans' } });
    expect(await client.folders.look({ path: '\\\\other\\share\\Scans' })).toMatchObject({ failure: { host: 'other' } });
    expect(asked.filter((one) => one.includes('other'))).toEqual([]);
  });

  it('needs no question where another folder of that computer is watched, or where the person’s home lies', async () => {
    const { client, add, journal, company } = onWindows({ home: '\\\\server\\share' });
    expect(await client.folders.browse({ path: null })).toEqual({
      ok: true,
      value: { path: '\\\\server\\share\\', parent: null, folders: ['Scans'] },
    });
    const of = { companyId: company.id, importType: 'sales-invoices', settleMs: 50 } as const;
    journal.folders.add({ ...of, path: '\\\\other\\share\\elsewhere' });
    expect(await add('\\\\other\\share\\Scans')).toMatchObject({ ok: true });
    expect(await add('\\\\other@8080\\share\\Scans')).toMatchObject({ failure: { kind: 'remote-place', host: 'other@8080' } });
  });

  it('is taken from the system’s own dialog, where a person chose it, and there from no word of the window', async () => {
    let chosen = '\\\\server\\share\\Scans';
    const { client, add, asked } = onWindows({ chooseFolder: async () => chosen });
    const question = { failure: { kind: 'remote-place', host: 'server', consent: 'dialog' } };
    expect(await add(chosen, 'server')).toMatchObject(question);
    expect(asked).toEqual([]);
    expect(await client.folders.choose()).toEqual({ available: true, path: chosen });
    expect(await add(chosen)).toMatchObject({ ok: true });
    chosen = 'C:\\Scans';
    expect(await client.folders.choose()).toMatchObject({ path: chosen });
    expect(await add('\\\\other\\share\\Scans', 'other')).toMatchObject({ failure: { host: 'other' } });
  });

  it('is none of what lies on a drive', async () => {
    const { client, add } = onWindows();
    expect(await client.folders.browse({ path: 'C:/Scans/' })).toEqual({
      ok: true,
      value: { path: 'C:\\Scans', parent: 'C:\\', folders: ['2026'] },
    });
    expect(await add('\\\\?\\C:\\Scans')).toMatchObject({ ok: true, value: { path: 'C:\\Scans' } });
    expect(await add('Scans')).toEqual({ ok: false, failure: { kind: 'not-there' } });
  });
});

describe('on other systems', () => {
  it('two slashes and a colon are names like any other', unless(NO_ROOT_FOLDER), async () => {
    const { add, home } = aRouter({ platform: 'linux' });
    mkdirSync(join(home, 'Scans: Achats'));
    expect(await add(join('/', home, 'Scans: Achats'))).toMatchObject({ ok: true });
    expect(await add(`/${home}/nowhere`)).toEqual({ ok: false, failure: { kind: 'not-there' } });
  });
});

const LINUX: Whereabouts = {
  system: 'linux',
  home: '/home/anne',
  temp: '/tmp',
  env: { TMPDIR: '/scratch' },
  userDirs: [
    '# This file is written by xdg-user-dirs-update',
    'XDG_DESKTOP_DIR="$HOME/Mon bureau"',
    'XDG_DOWNLOAD_DIR="/data/Anne/T\\"él"',
    'XDG_DOCUMENTS_DIR="$HOME/"',
    'XDG_PICTURES_DIR="$HOME/Photos/"',
  ].join('\n'),
};
const WINDOWS: Whereabouts = {
  system: 'win32',
  home: 'C:\\Users\\Anne',
  temp: 'C:\\Users\\Anne\\AppData\\Local\\Temp',
  env: {
    SYSTEMROOT: 'C:\\Windows',
    ProgramFiles: 'C:\\Program Files',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)',
    ProgramData: 'C:\\ProgramData',
    LOCALAPPDATA: 'C:\\Users\\Anne\\AppData\\Local',
    OneDrive: 'D:\\OneDrive - Boulangerie',
    TEMP: 'D:\\Temp',
  },
  userDirs: '',
};
const MACOS: Whereabouts = { system: 'darwin', home: '/Users/anne', temp: '/var/folders/x1/T', env: {}, userDirs: '' };

describe('on Linux', () => {
  it.each([
    ['/', 'drive-root'],
    ['/media/anne/CLE-USB', 'drive-root'],
    ['/run/media/anne/CLE-USB', 'drive-root'],
    ['/media/anne/CLE-USB/Scans', 'ordinary'],
    ['/home/anne', 'home'],
    ['/home/anne/', 'home'],
    ['/home/Anne', 'ordinary'],
    ['/home', 'system'],
    ['/media', 'system'],
    ['/mnt/scans', 'ordinary'],
    ['/etc/cups', 'system'],
    ['/usr', 'system'],
    ['/usr2', 'ordinary'],
    ['/var/spool', 'system'],
    ['/var/spool/scanner', 'ordinary'],
    ['/tmp', 'temporary'],
    ['/scratch', 'temporary'],
    ['/tmp/scans', 'ordinary'],
    ['/home/anne/Mon bureau', 'desktop'],
    ['/home/anne/Bureau', 'desktop'],
    ['/data/Anne/T"él', 'downloads'],
    ['/home/anne/Téléchargements', 'downloads'],
    ['/home/anne/Photos', 'pictures'],
    ['/home/anne/Documents', 'documents'],
    ['/home/anne/Documents/Scans', 'ordinary'],
    ['/home/anne/Intray/Achats', 'ordinary'],
    ['/home/anne\\Documents', 'ordinary'],
  ] as const)('%s: %s', (path, kind) => {
    expect(placeKind(path, LINUX)).toBe(kind);
  });
});

describe('on Windows, where letter case and both slashes mean the same', () => {
  it.each([
    ['C:\\', 'drive-root'],
    ['z:\\', 'drive-root'],
    ['C:/', 'drive-root'],
    ['\\\\nas\\scans\\', 'ordinary'],
    ['c:\\users\\ANNE', 'home'],
    ['C:/Users/anne', 'home'],
    ['C:\\Users', 'system'],
    ['C:\\windows\\System32', 'system'],
    ['C:\\Windows2', 'ordinary'],
    ['C:\\Program Files (x86)\\Scanner', 'system'],
    ['C:\\ProgramData', 'system'],
    ['C:\\ProgramData\\Scanner\\Out', 'ordinary'],
    ['C:\\Users\\Anne\\AppData', 'system'],
    ['C:\\Users\\Anne\\AppData\\Local', 'system'],
    ['C:\\users\\anne\\appdata\\local\\TEMP', 'temporary'],
    ['d:\\temp', 'temporary'],
    ['C:\\Users\\Anne\\Desktop', 'desktop'],
    ['D:\\OneDrive - Boulangerie\\Bureau', 'desktop'],
    ['C:/Users/Anne/downloads', 'downloads'],
    ['D:/onedrive - boulangerie/Images', 'pictures'],
    ['C:\\Users\\Anne\\Documents', 'documents'],
    ['C:\\Users\\Anne\\Documents\\Scans', 'ordinary'],
    ['C:\\Scans', 'ordinary'],
  ] as const)('%s: %s', (path, kind) => {
    expect(placeKind(path, WINDOWS)).toBe(kind);
  });
});

describe('on macOS, where letter case and the way an accent is written mean nothing', () => {
  it.each([
    ['/', 'drive-root'],
    ['/Volumes/Sauvegarde', 'drive-root'],
    ['/Volumes/Sauvegarde/Scans', 'ordinary'],
    ['/Users/Anne', 'home'],
    ['/Users', 'system'],
    ['/Library/Printers', 'system'],
    ['/users/anne/library', 'system'],
    ['/Users/anne/Library/Mobile Documents/com~apple~CloudDocs/Scans', 'ordinary'],
    ['/private/tmp', 'temporary'],
    ['/var/folders/x1/T', 'temporary'],
    ['/users/ANNE/desktop', 'desktop'],
    ['/Users/anne/Te\u0301le\u0301chargements', 'downloads'],
    ['/Users/anne/Pictures', 'pictures'],
    ['/Users/anne/Documents', 'documents'],
    ['/Users/anne/Scans', 'ordinary'],
  ] as const)('%s: %s', (path, kind) => {
    expect(placeKind(path, MACOS)).toBe(kind);
  });
});

describe('a computer that tells nothing but the home', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('still knows that home: %s', (system) => {
    const home = system === 'win32' ? 'C:\\Users\\Anne' : '/srv/anne';
    const bare: Whereabouts = { system, home, temp: null, env: {}, userDirs: '' };
    expect(placeKind(home, bare)).toBe('home');
    expect(placeKind(system === 'win32' ? 'C:\\Scans' : '/srv/scans', bare)).toBe('ordinary');
  });
});
