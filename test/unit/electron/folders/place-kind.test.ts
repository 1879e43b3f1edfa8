import { describe, expect, it } from 'vitest';
import { placeKind, type Whereabouts } from '#electron/folders/whereabouts.ts';

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
