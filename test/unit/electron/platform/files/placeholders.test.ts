import { lstatSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  namedRoots,
  Placeholders,
  type PlaceholdersDeps,
  readAttrib,
  readDropboxInfo,
  readStatFlags,
  type RunTool,
} from '#electron/platform/cloud/placeholders.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { fileStat } from '#electron/platform/files/file-stat.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_BLOCKS, NO_JUNCTIONS, noFileCalled, unless } from '#test/support/why-skipped.ts';
import { readFile } from '#electron/platform/files/read-file.ts';

const noTool: RunTool = async () => {
  throw new Error('there is no such tool');
};

function aSystem(deps: Partial<PlaceholdersDeps> = {}): Placeholders {
  return new Placeholders({ platform: 'linux', home: tempFolder(), environment: {}, run: noTool, nowMs: () => 0, ...deps });
}

/** A file with a size, and without a block if the disk can store that. */
function aHole(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, '');
  truncateSync(path, 90_000);
  return path;
}

/** Not every disk stores a file without blocks; on other systems placeholders are marked differently. */
function statOf(path: string, noBlocks: boolean) {
  return { bytes: lstatSync(path).size, changedAt: fileStat(lstatSync(path, { bigint: true })).changedAt, noBlocks };
}

const isOne = async (placeholders: Placeholders, path: string) => placeholders.isOne(path, statOf(path, true));

describe('a file without blocks', () => {
  it.each(['.sync_4f0e.db', '._sync_4f0e.db', '.owncloudsync.log', '.nextcloudsync.log', '.dropbox.cache'])(
    'is in the cloud only below a folder that has %s at its top, and an ordinary file beside it',
    async (mark) => {
      const home = tempFolder();
      mkdirSync(join(home, 'Cloud', 'Achats'), { recursive: true });
      writeFileSync(join(home, 'Cloud', mark), '');
      const system = aSystem({ home });
      expect(await isOne(system, aHole(join(home, 'Cloud', 'Achats'), 'a.pdf'))).toBe(true);
      expect(await isOne(system, aHole(join(home, 'Scans'), 'a.pdf'))).toBe(false);
    },
  );

  it('is in the cloud only where Dropbox says that it lies there', async () => {
    const home = tempFolder();
    mkdirSync(join(home, '.dropbox'));
    writeFileSync(join(home, '.dropbox', 'info.json'), JSON.stringify({ business: { path: join(home, 'Dropbox (Bureau)'), host: 1 } }));
    expect(await isOne(aSystem({ home }), aHole(join(home, 'Dropbox (Bureau)', 'Achats'), 'a.pdf'))).toBe(true);
    expect(await isOne(aSystem({ home }), aHole(join(home, 'Dropbox'), 'a.pdf'))).toBe(false);
  });

  it('is never in the cloud by that alone, and one with blocks is nowhere', async () => {
    const home = tempFolder();
    writeFileSync(join(home, '.sync_0a.db'), '');
    writeFileSync(join(home, 'a.pdf'), 'a letter');
    const system = aSystem();
    expect(await isOne(system, aHole(join(tempFolder(), 'Scans'), 'a.pdf'))).toBe(false);
    const letter = join(home, 'a.pdf');
    expect(await aSystem({ home: dirname(home) }).isOne(letter, statOf(letter, false))).toBe(false);
  });

  it('is what macOS’s own tool says of it, wherever it lies; without an answer the folder decides', async () => {
    const home = tempFolder();
    const documents = join(home, 'Documents');
    const [gone, small] = [aHole(documents, 'gone.pdf'), aHole(documents, 'small.pdf')];
    const asked: string[][] = [];
    const run: RunTool = async (program, args) => {
      asked.push([program, ...args.slice(0, 2)]);
      return args
        .slice(2)
        .map((path) => `${basename(path) === 'gone.pdf' ? 'compressed,dataless' : 'compressed'}\n`)
        .join('');
    };
    const mac = aSystem({ platform: 'darwin', home, run });
    expect([await isOne(mac, gone), await isOne(mac, small), await isOne(mac, gone)]).toEqual([true, false, true]);
    // Each file is asked about once, until its answer is old.
    expect(asked).toEqual([
      ['/usr/bin/stat', '-f', '%Sf'],
      ['/usr/bin/stat', '-f', '%Sf'],
    ]);
    const broken = aSystem({ platform: 'darwin', home });
    expect(await isOne(broken, gone)).toBe(false);
    expect(await isOne(broken, aHole(join(home, 'Library', 'CloudStorage', 'OneDrive-Bureau'), 'a.pdf'))).toBe(true);
  });

  it('is on Windows what attrib has a letter for, or what lies where OneDrive says', async () => {
    const home = tempFolder();
    const asked: string[] = [];
    const run: RunTool = async (_program, [path = '']) => {
      asked.push(basename(path));
      return `A    O        ${basename(path) === 'far.pdf' ? 'U' : ' '}     C:\\Scans\\${basename(path)}\r\n`.replace(
        'O',
        basename(path) === 'far.pdf' ? 'O' : ' ',
      );
    };
    const windows = aSystem({ platform: 'win32', home, environment: { OneDriveCommercial: join(home, 'OneDrive - Bureau') }, run });
    const inRoot = aHole(join(home, 'OneDrive - Bureau', 'Achats'), 'a.pdf');
    const [far, tiny] = [aHole(join(home, 'Scans'), 'far.pdf'), aHole(join(home, 'Scans'), 'tiny.pdf')];
    expect([await isOne(windows, inRoot), await isOne(windows, far), await isOne(windows, tiny)]).toEqual([true, true, false]);
    expect(asked).toEqual(['far.pdf', 'tiny.pdf']);
  });

  it('counts as in the cloud until it is its turn to be asked about, where there are very many', async () => {
    const folder = tempFolder();
    let nowMs = 0;
    let asked = 0;
    const run: RunTool = async (_program, args) => {
      asked += args.length - 2;
      return '-\n'.repeat(args.length - 2);
    };
    const mac = aSystem({ platform: 'darwin', run, nowMs: () => nowMs });
    const stat = statOf(aHole(folder, 'a.pdf'), true);
    const files = Array.from({ length: 1_000 }, (_, number) => ({ name: `${number}.pdf`, stat }));
    expect([(await mac.among(folder, files)).size, asked]).toEqual([600, 400]);
    expect([(await mac.among(folder, files)).size, asked]).toEqual([600, 400]);
    nowMs += 30_000;
    expect([(await mac.among(folder, files)).size, asked]).toEqual([200, 800]);
    nowMs += 30_000;
    expect([(await mac.among(folder, files)).size, asked]).toEqual([0, 1_000]);
  });
});

describe('the disk', () => {
  it('opens no file that is in the cloud only, unless it is to be fetched, and lists it as such', unless(NO_BLOCKS), async () => {
    const home = tempFolder();
    writeFileSync(join(home, '.sync_4f0e.db'), 'database');
    const path = aHole(home, 'a.pdf');
    writeFileSync(join(home, 'b.pdf.nextcloud'), 'x');
    writeFileSync(join(home, 'c.pdf'), 'x');
    const files = nodeFiles({ placeholders: aSystem({ home: dirname(home) }) });
    const read = { root: home, bytesMax: 100_000 };
    expect(await files.read(path, read)).toEqual({ ok: false, failure: { kind: 'in-cloud', code: 'IN_CLOUD' } });
    expect(await files.read(path, { ...read, fetch: true })).toMatchObject({ ok: true, value: { stat: { bytes: 90_000 } } });
    const listed = await files.list(home);
    expect(listed.ok && Object.fromEntries(listed.value.map(({ name, special }) => [name, special]))).toEqual({
      '.sync_4f0e.db': null,
      'a.pdf': 'placeholder',
      'b.pdf.nextcloud': 'stub',
      'c.pdf': null,
    });
  });
});

describe('what a tool prints', () => {
  it('is on macOS a line of flags for each file, and nothing where one is missing', () => {
    expect(readStatFlags('compressed,dataless\n-\ndataless\nhidden,compressed\n', 4)).toEqual(['cloud', 'here', 'cloud', 'here']);
    expect(readStatFlags('dataless\n', 2)).toEqual([null, null]);
  });

  it.each([
    ['A                    C:\\Users\\anne\\OneDrive\\OPU.pdf\r\n', null],
    ['A    O               C:\\Users\\anne\\OneDrive\\a.pdf\r\n', 'cloud'],
    ['A            U       C:\\Users\\anne\\OneDrive\\a.pdf\r\n', 'cloud'],
    ['A          P         \\\\serveur\\scans\\a.pdf\r\n', 'cloud'],
    ['A  SHR  I            D:\\a.pdf\r\n', null],
    ['File not found - C:\\OPU.pdf\r\n', null],
    ['Fichier introuvable – C:\\OPU.pdf\r\n', null],
    ['', null],
  ])('is on Windows letters before the path: %j', (printed, attribute) => {
    expect(readAttrib(printed)).toBe(attribute);
  });
});

describe('where programs that sync keep their files', () => {
  it('is known by name on Windows and macOS', () => {
    expect(namedRoots({ platform: 'linux', home: '/home/anne', environment: { OneDrive: '/home/anne/OneDrive' } })).toEqual([]);
    expect(namedRoots({ platform: 'darwin', home: '/Users/anne', environment: {} })).toEqual([
      join('/Users/anne', 'Library', 'Mobile Documents'),
      join('/Users/anne', 'Library', 'CloudStorage'),
    ]);
    const environment = { OneDrive: 'C:\\Users\\anne\\OneDrive', OneDriveCommercial: '' };
    expect(namedRoots({ platform: 'win32', home: 'C:\\Users\\anne', environment })).toContain('C:\\Users\\anne\\OneDrive');
    expect(namedRoots({ platform: 'win32', home: 'C:\\Users\\anne', environment })).not.toContain('');
  });

  it('is what Dropbox wrote down, as far as it can be understood', () => {
    expect(readDropboxInfo('{"personal": {"path": "/a", "host": 1}, "business": {"path": "/b"}, "other": 7}')).toEqual(['/a', '/b']);
    expect(readDropboxInfo('null')).toEqual([]);
  });
});

const BYTES_MAX = 1_000;

describe('on Windows', () => {
  // On this disk the names are ordinary files; on a Windows disk they lead into a file, or to a device.
  describe.each([
    'scan.pdf:evil',
    'scan.pdf::$DATA',
    'scan.pdf:evil:$DATA',
    'Scans:evil/scan.pdf',
    'NUL',
    'con.pdf',
    'COM1 .pdf',
    'aux/scan.pdf',
    'scan*.pdf',
  ])('a stream, a device or a name that is none: %s', (name) => {
    it('is opened as little as a link', unless(noFileCalled(name.split('/')[0] ?? '')), async () => {
      const root = tempFolder();
      const path = join(root, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'x');
      const of = { root, bytesMax: BYTES_MAX };
      expect(await readFile(path, { ...of, platform: 'win32' })).toEqual({ ok: false, failure: { kind: 'escaped', code: 'OUTSIDE' } });
      expect(await readFile(path, { ...of, platform: 'linux' })).toMatchObject({ ok: true });
    });
  });

  it('names that only look like it are read', async () => {
    const root = tempFolder();
    for (const name of ['console.pdf', 'Comté 2026.pdf', 'nul-1.pdf']) {
      writeFileSync(join(root, name), 'x');
      expect(await readFile(join(root, name), { root, bytesMax: BYTES_MAX, platform: 'win32' })).toMatchObject({ ok: true });
    }
  });
});

describe('a junction, which on other systems is a link to a folder', () => {
  it('is listed as a link that leads to a folder, and nothing is read through it', unless(NO_JUNCTIONS), async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    writeFileSync(join(outside, 'secret.pdf'), 'secret');
    // On Windows no right is needed to make a junction.
    symlinkSync(outside, join(root, 'junction'), 'junction');
    const files = nodeFiles();
    expect(await files.stat(join(root, 'junction'))).toMatchObject({ value: { kind: 'link' } });
    expect(await files.list(root)).toMatchObject({ value: [{ name: 'junction', stat: { kind: 'link' }, special: 'folder-link' }] });
    expect(await files.read(join(root, 'junction', 'secret.pdf'), { root, bytesMax: BYTES_MAX })).toMatchObject({
      failure: { kind: 'escaped' },
    });
  });
});
