import { z } from 'zod';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Arch, build, Platform } from 'electron-builder';
import { parse } from 'yaml';
import { feedSigner } from '../../build/package/feed/feed-signer.ts';
import { feedText } from '../../build/package/feed/feed-text.ts';
import { finishAnnouncement } from '../../build/package/feed/finish-announcement.ts';
import { bundle } from './lay-out.ts';

const MARKS: Readonly<Record<SmokeRow['result'], string>> = {
  ok: '✅ ok',
  failed: '❌ failed',
  'not here': '➖ not here',
  'not shown': '➖ not shown',
};

/** The documents side by side, in Markdown: what a run of the workflow shows first. */
export function smokeTable(documents: readonly SmokeDocument[]): string {
  const [first] = documents;
  if (first === undefined) return '';
  const { versions, system, program } = documents.find((one) => one.system !== '') ?? first;
  const named = Object.entries(versions).flatMap(([name, version]) => (version === '' ? [] : [`${name} ${version}`]));
  const whats = [...new Set(documents.flatMap(({ rows }) => rows.map(({ what }) => what)))];
  return [
    `### Smoke run on ${program === 'electron' ? 'real Electron' : 'the stand-in for Electron, which is no test in Electron'}`,
    '',
    `${system} · ${named.join(' · ')}`,
    '',
    line(['', ...documents.map(({ layout }) => `as a${layout === 'archive' ? 'n archive' : ' folder'}`)]),
    line(['---', ...documents.map(() => '---')]),
    ...whats.map((what) => line([what, ...documents.map(({ rows }) => cellOf(rows.find((row) => row.what === what)))])),
    '',
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(' | ')} |`;
}

function cellOf(row: SmokeRow | undefined): string {
  return row === undefined ? '❌ not reached' : `${MARKS[row.result]}${row.said === '' ? '' : `: ${row.said}`}`;
}

function escaped(cell: string): string {
  return cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/**
 * `ok`: it was seen · `failed`: it does not work · `not here`: this machine lacks what it needs, and `said` names it · `not shown`: the
 * stand-in has its own version of it. What the stand-in cannot show is never `ok`.
 */
const RESULTS = ['ok', 'failed', 'not here', 'not shown'] as const;

const rowSchema = z.object({ what: z.string(), result: z.enum(RESULTS), said: z.string() });
export type SmokeRow = Readonly<z.infer<typeof rowSchema>>;

/** What one start of the smoke program saw. */
export const smokeDocumentSchema = z.object({
  program: z.enum(['electron', 'stand-in']),
  /** How the program was laid out: as a folder, or as one archive, which is how it is released. */
  layout: z.enum(['folder', 'archive']),
  versions: z.record(z.string(), z.string()),
  system: z.string(),
  rows: z.array(rowSchema),
});
export type SmokeDocument = Readonly<z.infer<typeof smokeDocumentSchema>>;
export type SmokeLayout = SmokeDocument['layout'];

export type Versions = {
  /** The package of the older version, to be installed. */
  readonly older: string;
  /** The package that the older one fetches. */
  readonly newer: string;
};
type Ask = { readonly into: string; readonly url: string; readonly electron: string; readonly electronVersion: string };

const [OLDER, NEWER] = ['0.0.1', '0.0.2'];

/**
 * Packages two versions of the smoke program as the app is packaged, and makes the feed of the newer one in `into`/feed, signed with a key of
 * its own.
 */
export async function packageVersions({ into, ...ask }: Ask): Promise<Versions> {
  const pair = generateKeyPairSync('ed25519');
  const key = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const folders = { older: join(into, OLDER), newer: join(into, NEWER), feed: join(into, 'feed') };
  await packaged({ ...ask, version: OLDER, out: folders.older, key });
  await packaged({ ...ask, version: NEWER, out: folders.newer, key });
  mkdirSync(folders.feed, { recursive: true });
  for (const name of readdirSync(folders.newer).filter((one) => /^latest.*\.yml$|\.(AppImage|exe|blockmap)$/.test(one)))
    cpSync(join(folders.newer, name), join(folders.feed, name));
  const [announcement = ''] = readdirSync(folders.feed).filter((name) => name.startsWith('latest'));
  const announced = finishAnnouncement(parse(readFileSync(join(folders.feed, announcement), 'utf8')), {
    percentage: 100,
    notesOf: () => 'Smoke run',
    ...feedSigner(pem, { current: key, spare: null, withdrawn: [] }, new Date()),
    isThere: ({ url, sha512 }) =>
      createHash('sha512')
        .update(readFileSync(join(folders.feed, url)))
        .digest('base64') === sha512,
  });
  writeFileSync(join(folders.feed, announcement), feedText(announced));
  return { older: packageIn(folders.older), newer: packageIn(folders.feed) };
}

function packageIn(folder: string): string {
  return join(folder, readdirSync(folder).find((name) => /\.(AppImage|exe)$/.test(name)) ?? 'no package');
}

type Packaged = Omit<Ask, 'into'> & { readonly version: string; readonly out: string; readonly key: string };

async function packaged({ version, out, key, url, electron, electronVersion }: Packaged): Promise<void> {
  const project = `${out}-project`;
  mkdirSync(project, { recursive: true });
  const manifest = {
    name: 'intray-smoke',
    productName: 'Intray smoke',
    description: 'Replaces itself once',
    author: 'Intray',
    homepage: 'https://no-homepage-was-given.invalid/',
    type: 'module',
    main: 'dist/update.js',
    version,
    updateKeys: [key],
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  await bundle('update', join(project, 'dist'));
  const [platform, target] = process.platform === 'win32' ? [Platform.WINDOWS, 'nsis'] : [Platform.LINUX, 'AppImage'];
  await build({
    projectDir: project,
    targets: platform.createTarget([target], process.arch === 'arm64' ? Arch.arm64 : Arch.x64),
    publish: 'never',
    config: {
      appId: 'app.intray.smoke',
      artifactName: 'intray-smoke-${version}.${ext}',
      directories: { output: out },
      files: ['dist/**', 'package.json'],
      electronDist: electron,
      electronVersion,
      npmRebuild: false,
      publish: [{ provider: 'generic', url }],
      win: { icon: join(process.cwd(), 'build', 'icons', 'icon.ico') },
      linux: {
        icon: join(process.cwd(), 'build', 'icons', 'app'),
        category: 'Office',
        executableName: 'intray-smoke',
        maintainer: 'Intray',
      },
      nsis: { oneClick: true, perMachine: false },
      toolsets: { appimage: '1.0.3' },
    },
  });
}
