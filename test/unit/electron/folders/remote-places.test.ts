import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FolderHandlersDeps } from '#electron/folders/folder-handlers.ts';
import { countFiles } from '#electron/intake/folder/count-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Files } from '#shared/ports/files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aRouter } from '#test/unit/electron/engine/a-router.ts';
import { NO_ROOT_FOLDER, unless } from '#test/support/why-skipped.ts';

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
