import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { extractFile, getRawHeader, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { APP_ID } from '#electron/desktop/launch-options.ts';
import { isOurs } from '#electron/desktop/updates/updater-feed.ts';
import { startThread } from '#electron/platform/worker-thread.ts';
import { updateSchema } from '#shared/domain/update.ts';
import { askEngine, hearEngine } from '../e2e/electron/ask-engine.ts';
import { packageParts } from '../../build/package/package-report.ts';
import { ALLOWED, FUSES, shownIcons, twice, valuesOf } from './loaded.ts';
import {
  FEED,
  KEY,
  type MadePackage,
  MAKE_MS,
  makePackage,
  packagedEnv,
  SIGNING_KEY,
  startPackaged,
  type System,
  SYSTEMS,
  whyNoPackage,
} from './made-package.ts';
import { CONFIGURATION } from '#test/support/network/ask-host.ts';
import { unless } from '#test/support/why-skipped.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const why = whyNoPackage();

const whyNoImage =
  spawnSync('unsquashfs', ['-version']).error === undefined ? null : 'unsquashfs is not here: apt-get install squashfs-tools';
/** Size of the stand-in for the program at the beginning of an AppImage. */
const RUNTIME_BYTES = 4096;

/**
 * Ours, without Electron; the app grows on purpose or not at all. 11.6 MiB convert files: with their loaders, PDFium has 4.0, libvips 3.5 (packed:
 * build/vips-files.ts), libheif 1.5, and qpdf 1.3; what writes PDFs has 0.7, and their licences 0.6. 0.03 MiB compute
 * what the pages of a file draw, and 0.1 are the notes to the accountant, the proof of a document and what is expected, in two languages.
 * 0.15 read files of accounting entries, and 0.3 show them, and what their columns mean, before they are sent.
 */
const OWN_MIB_MAX = 23.85;

describe('the packages made of the stand-in', unless(why), () => {
  let folder: string;
  let made: MadePackage;
  beforeAll(() => {
    folder = scratchFolder('package');
    made = makePackage(folder);
  }, MAKE_MS);
  afterAll(() => removeFolder(folder));
  const appOf = (system: System): string => made.systems[system].app;
  const asarOf = (system: System): string => join(made.systems[system].resources, 'app.asar');

  it('say of themselves that they are no product, and of the other systems where theirs are made', () => {
    expect(made.said).toContain('STAND-IN');
    expect(made.said).toMatch(/not made: dmg \(made on macOS/);
    expect(made.said).toMatch(/not made: nsis \(made on Windows/);
    expect(made.said).toMatch(
      whyNoImage === null ? /^made Intray.*\.AppImage$/m : /not made: AppImage \(needs mksquashfs: apt-get install/,
    );
  });

  it.each(SYSTEMS)('hold on %s what runs and nothing else: no source, map, test, script or tool', (system) => {
    const files = listPackage(asarOf(system), { isPack: false }).filter((path) => !('files' in statFile(asarOf(system), path.slice(1))));
    const foreign = files.filter((path) => !ALLOWED.some((pattern) => pattern.test(path)));
    expect(foreign).toEqual([]);
    expect(files).toContain('/dist/main/main.js');
    expect(files).toContain('/dist/preload/preload.cjs');
    expect(files).toContain('/dist/window/index.html');
    const manifest: object = JSON.parse(extractFile(asarOf(system), 'package.json').toString('utf8'));
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).toMatchObject({ updateKeys: [KEY], configuration: CONFIGURATION });
  });

  it.each(SYSTEMS)('hold on %s no content twice', (system) => {
    const archive = asarOf(system);
    const packed = listPackage(archive, { isPack: false }).filter((path) => !('files' in statFile(archive, path.slice(1))));
    const contents = packed.map((path) => [`app.asar${path}`, extractFile(archive, path.slice(1))] as const);
    const beside = filesUnder(appOf(system)).filter((path) => path.includes('/legal/'));
    expect(twice([...contents, ...beside.map((path) => [path, readFileSync(join(appOf(system), path))] as const)])).toEqual([]);
  });

  it.each(SYSTEMS)('carry on %s the icons that are shown there, and no others', (system) => {
    const found = listPackage(asarOf(system), { isPack: false }).filter((path) => /^\/build\/.*\.(png|ico)$/.test(path));
    expect(found.toSorted()).toEqual(shownIcons(system));
  });

  it.each(SYSTEMS)('carry on %s the keychain’s compiled part of that system, and of no other', (system) => {
    const { resources, compiled } = made.systems[system];
    const found = filesUnder(appOf(system)).filter((path) => path.endsWith('.node'));
    const file = join(resources, 'app.asar.unpacked', 'node_modules', 'keytar', 'prebuilds', compiled.folder, 'keytar.node');
    expect(found.map((path) => join(appOf(system), path))).toEqual([file]);
    expect(readFileSync(file).subarray(0, 8).toString('latin1')).toMatch(compiled.begins);
  });

  it.each(SYSTEMS)('have on %s all code in the archive whose hash is checked, and beside it what has to be a real file', (system) => {
    const archive = asarOf(system);
    const beside = filesUnder(`${archive}.unpacked`).filter((path) => !path.endsWith('.node'));
    const [window, converting, ...others] = beside.toReversed();
    expect(others).toEqual(['/build/fonts/LICENSE', '/build/fonts/DejaVuSansCondensed.ttf']);
    expect(converting).toMatch(/^\/dist\/main\/wasm\/sharp-wasm32-[\d.]+\.node\.wasm\.zst$/);
    expect(window).toMatch(/^\/dist\/window\/assets\/libheif-[\w-]+\.wasm$/);
    const files = listPackage(archive, { isPack: false });
    expect(files.filter((path) => isUnpacked(archive, path) && /\.[cm]?js$/.test(path))).toEqual([]);
    // A thread finds nothing of ours except itself, so it may need nothing else.
    const thread = extractFile(archive, 'dist/thread/pages-thread.cjs').toString('utf8');
    const needed = [...thread.matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(([, name = '']) => name);
    expect(needed).toContain('node:worker_threads');
    expect(needed.filter((name) => !isBuiltin(name))).toEqual([]);
    expect(thread).not.toMatch(/^import\s/m);
  });

  it('begin the thread that draws registers from a file that finds all it needs in itself', async () => {
    const file = join(folder, 'pages-thread.cjs');
    writeFileSync(file, extractFile(asarOf('linux'), 'dist/thread/pages-thread.cjs'));
    const font = readFileSync(join(`${asarOf('linux')}.unpacked`, 'build', 'fonts', 'DejaVuSansCondensed.ttf'));
    const thread = startThread(pathToFileURL(file));
    const look = { language: 'en', locale: 'en', timeZone: 'UTC' };
    expect(await thread.ask({ kind: 'begin', font, look, about: { title: 'A', madeAt: new Date(0) } })).toMatchObject({ ok: true });
    expect(await thread.ask({ kind: 'end' })).toMatchObject({ ok: true });
    thread.end();
  });

  it.each(SYSTEMS)('name on %s no place of the machine that built them, and no registry', (system) => {
    const places = [process.cwd(), homedir(), folder, 'registry.npmjs', 'INTRAY_UPDATE_SIGNING'].filter((place) => place.length > 5);
    const found = filesUnder(appOf(system)).flatMap((path) => {
      const bytes = readFileSync(join(appOf(system), path));
      return places.filter((place) => bytes.includes(place)).map((place) => `${path} names ${place}`);
    });
    expect(found).toEqual([]);
  });

  it.each(SYSTEMS)('carry on %s the licences of all that they contain, and the bill of materials', (system) => {
    const legal = join(made.systems[system].resources, 'legal');
    const text = readFileSync(join(legal, 'THIRD-PARTY.txt'), 'utf8');
    for (const name of ['react', 'zod', 'undici', 'keytar', 'electron-updater'])
      expect(text).toMatch(new RegExp(`^(@[^/]+/)?${name} \\d`, 'm'));
    const bill = JSON.parse(readFileSync(join(legal, 'intray.cdx.json'), 'utf8')) as { components: unknown[] };
    expect(bill.components.length).toBe([...text.matchAll(/^={80}$/gm)].length + 1);
    // On macOS electron-builder copies them from Electron's own archive, which the stand-in is not.
    const theirs = filesUnder(appOf(system)).filter((path) => /LICENSE\.electron\.txt|LICENSES\.chromium\.html/.test(path));
    expect(theirs).toHaveLength(system.startsWith('macOS') ? 0 : 2);
  });

  it.each(SYSTEMS)('have on %s the fuses blown that close the doors', async (system) => {
    const wire = await getCurrentFuseWire(made.systems[system].program);
    const read = Object.fromEntries(Object.entries(FUSES).map(([name]) => [name, wire[FuseV1Options[name as keyof typeof FUSES]]]));
    expect(read).toEqual(FUSES);
  });

  it.each(SYSTEMS)('are on %s not larger than they were meant to be', (system) => {
    const parts = packageParts(appOf(system));
    const own = [...parts].filter(([name]) => name !== 'Electron').reduce((sum, [, bytes]) => sum + bytes, 0);
    expect(own / 2 ** 20).toBeLessThan(OWN_MIB_MAX);
    expect([...parts.keys()].filter((name) => name.startsWith('dist/')).sort()).toEqual([
      'dist/main',
      'dist/preload',
      'dist/thread',
      'dist/window',
    ]);
  });

  it('tell the program of Windows what its archive has to be', () => {
    const { headerString } = getRawHeader(asarOf('windows'));
    const hash = createHash('sha256').update(headerString).digest('hex');
    expect(readFileSync(made.systems.windows.program).includes(hash)).toBe(true);
  });

  it.each(['macOS (Intel)', 'macOS (Apple)'] as const)(
    'tell %s what the app is, what its archive has to be, and ask for nothing',
    (system) => {
      const list = readFileSync(join(appOf(system), 'Contents', 'Info.plist'), 'utf8');
      const { headerString } = getRawHeader(asarOf(system));
      for (const text of [
        APP_ID,
        'Intray',
        'public.app-category.business',
        '0.1.0',
        createHash('sha256').update(headerString).digest('hex'),
      ])
        expect(list).toContain(`<string>${text}</string>`);
      expect(list).toContain('<key>ElectronAsarIntegrity</key>');
      // No icon in the Dock before there is a window.
      expect(list).toMatch(/<key>LSUIElement<\/key>\s*<true\/>/);
      // One scheme and one file type, those of an invitation; no camera, microphone or the like.
      expect(valuesOf(list, 'CFBundleURLSchemes')).toEqual([['intray']]);
      expect(valuesOf(list, 'CFBundleTypeExtensions')).toEqual([['intray']]);
      expect(list).not.toMatch(/UsageDescription/);
    },
  );

  it('ask the feed that they were built with, and no other', () => {
    const asked: unknown = parse(readFileSync(join(made.deb.app, 'resources', 'app-update.yml'), 'utf8'));
    expect(asked).toMatchObject({ provider: 'generic', url: FEED, useMultipleRangeRequest: false });
    const feed: unknown = parse(readFileSync(join(made.out, 'latest-linux.yml'), 'utf8'));
    const bytes = readFileSync(made.deb.file);
    expect(feed).toMatchObject({ version: '0.1.0', sha512: createHash('sha512').update(bytes).digest('base64') });
  });

  it('announce each package of the system in one feed, which can be finished and signed', () => {
    const feed = join(folder, 'feed');
    for (const name of readdirSync(made.out).filter((one) => /^latest.*\.yml$|\.(AppImage|deb)$/.test(one)))
      cpSync(join(made.out, name), join(feed, name));
    const run = spawnSync(process.execPath, ['build/package/feed/finish-feed.ts', feed, '--percentage', '10', '--keys', made.keys], {
      encoding: 'utf8',
      env: { ...process.env, INTRAY_UPDATE_SIGNING_KEY: SIGNING_KEY },
    });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const finished = updateSchema.parse(parse(readFileSync(join(feed, 'latest-linux.yml'), 'utf8')));
    expect(isOurs(finished, KEY)).toBe(true);
    expect(finished.files.map(({ url }) => url).sort()).toEqual(
      readdirSync(made.out)
        .filter((name) => /\.(AppImage|deb)$/.test(name))
        .sort(),
    );
  });

  it('are an AppImage too, that holds the same app and is started with its sandbox', unless(whyNoImage), () => {
    const image = join(made.out, readdirSync(made.out).find((name) => name.endsWith('.AppImage')) ?? 'no.AppImage');
    const inside = join(folder, 'image');
    const unpacked = spawnSync('unsquashfs', ['-q', '-n', '-o', String(RUNTIME_BYTES), '-d', inside, image], { encoding: 'utf8' });
    expect(unpacked).toMatchObject({ status: 0 });
    const archive = join(inside, 'resources', 'app.asar');
    expect(listPackage(archive, { isPack: false })).toEqual(listPackage(asarOf('linux'), { isPack: false }));
    // This file tells the updater that it is a .deb, and it would then fetch one.
    expect(readdirSync(join(inside, 'resources'))).not.toContain('package-type');
    const entry = readFileSync(join(inside, 'intray.desktop'), 'utf8');
    expect(entry).toMatch(/^Exec=AppRun %U$/m);
    // It registers nothing by itself.
    expect(entry).not.toMatch(/MimeType/);
    expect(statSync(image).mode & 0o111).toBe(0o111);
  });

  it('end at once where they are started with a switch that is not their own, and say which in the log', () => {
    const profile = join(folder, 'switched');
    const args = [`--user-data-dir=${join(profile, 'chromium')}`, `--profile=${profile}`, '--load-extension=/tmp/theirs'];
    const options = { env: packagedEnv(profile), encoding: 'utf8', timeout: 60_000 } as const;
    expect(spawnSync(join(made.deb.app, 'intray'), args, options).status).toBe(2);
    const log = readFileSync(join(profile, 'electron', 'logs', 'intray.log'), 'utf8');
    expect(log).toMatch(/"switch":"load-extension".*a start with a switch that is not Intray’s own was ended/);
    expect(log).not.toContain('theirs');
    expect(readdirSync(profile)).not.toContain('journal.sqlite');
  });

  it('start on the stand-in after they were unpacked, with the window and the engine', async () => {
    const profile = join(folder, 'profile');
    const { app, within, shutDown } = await startPackaged(join(made.deb.app, 'intray'), profile);
    const window = await within('opening the window', app.firstWindow());
    await window.waitForFunction(() => 'intrayPort' in globalThis && document.readyState === 'complete', undefined, { timeout: 60_000 });
    expect(await window.title()).toContain('Intray');
    expect(readdirSync(profile)).toContain('journal.sqlite');
    // The updater was loaded from the archive, because this build has a feed, but it has not asked the feed yet.
    const current = { kind: 'current', checkedAt: null, fault: null, failed: null };
    expect(await within('asking the engine', askEngine(window, '/updates/view'))).toEqual(current);
    // A new profile begins with the service and the relay of this build.
    expect(await within('asking for the settings', askEngine(window, '/settings/get'))).toMatchObject(CONFIGURATION);
    // The entry starts the usual profile; a program with another profile leaves it alone.
    expect(filesUnder(profile).filter((path) => path.includes('autostart'))).toEqual([]);
    // With the font from beside the archive.
    const steps = await within('writing a register', hearEngine<{ kind: string; base64?: string }>(window, '/register/make', REGISTER));
    expect(steps.map(({ kind }) => kind)).toContain('done');
    const pages = Buffer.concat(steps.map(({ base64 = '' }) => Buffer.from(base64, 'base64')));
    expect(pages.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pages.toString('latin1')).toContain('DejaVuSansCondensed');
    expect(await shutDown()).toEqual([0, null]);
  }, 300_000);
});

const REGISTER = {
  chosen: { kind: 'filter', filter: {} },
  format: 'pdf',
  language: 'en',
  locale: 'en',
  timeZone: 'Europe/Paris',
  into: 'parts',
} as const;

function isUnpacked(archive: string, path: string): boolean {
  const entry = statFile(archive, path.slice(1));
  return 'unpacked' in entry && entry.unpacked;
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => `/${path}`)
    .sort();
}
