import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { trayIconPath, windowIconPath } from '#electron/desktop/app-files.ts';
import { STANDINGS } from '#shared/domain/standing.ts';
import type { System } from './made-package.ts';
import type { FuseV1Options } from '@electron/fuses';

const STATIC = /^import[^;]*?["'`](\.[^"'`]+)["'`];?$/gm;
const DYNAMIC = /\bimport\(["'`](\.[^"'`]+)["'`]\)/g;

/** The text of a built script and of everything that it loads before its own first line, by path. */
export function atOnce(path: string): ReadonlyMap<string, string> {
  return loaded(path, [STATIC]);
}

/** The text of a built script and of everything that it can load later on, by path. Programs and threads that it starts are not among them. */
export function everLoaded(path: string): ReadonlyMap<string, string> {
  return loaded(path, [STATIC, DYNAMIC]);
}

function loaded(path: string, imports: readonly RegExp[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (texts.has(next)) continue;
    const text = readFileSync(next, 'utf8');
    texts.set(next, text);
    for (const pattern of imports) for (const [, other = ''] of text.matchAll(pattern)) waiting.push(join(dirname(next), other));
  }
  return texts;
}

/** The paths of each content that occurs in more than one file. No duplicate is allowed; allow one only if a package cannot do without it. */
export function twice(files: readonly (readonly [path: string, bytes: Buffer])[]): readonly (readonly string[])[] {
  const paths = Map.groupBy(files, ([, bytes]) => createHash('sha256').update(bytes).digest('hex'));
  return [...paths.values()].filter((same) => same.length > 1).map((same) => same.map(([path]) => path));
}

/** The texts of each array of that key in a property list of macOS. */
export function valuesOf(list: string, key: string): readonly (readonly string[])[] {
  const arrays = [...list.matchAll(new RegExp(`<key>${key}</key>\\s*<array>(.*?)</array>`, 'gs'))];
  return arrays.map(([, inside = '']) => [...inside.matchAll(/<string>(.*?)<\/string>/g)].map(([, text = '']) => text));
}

/** The icons that Intray shows on a system, as they are in its package, in order. */
export function shownIcons(system: System): readonly string[] {
  const platform = system === 'linux' ? 'linux' : system === 'windows' ? 'win32' : 'darwin';
  const tray = STANDINGS.map((standing) => trayIconPath(standing, { folder: '/build/icons/tray', platform }));
  // Electron finds the second one for fine screens by its name.
  const fine = platform === 'win32' ? [] : tray.map((path) => path.replace('.png', '@2x.png'));
  return [...tray, ...fine, windowIconPath({ folder: '/build/icons', platform })].toSorted();
}

/** The files in the archive of a package, by path: what runs, and nothing else. */
export const ALLOWED = [
  /^\/package\.json$/,
  /^\/dist\/main\/(assets\/)?[\w.-]+\.js$/,
  // What converts files; for HEIC, it reads the window's.
  /^\/dist\/main\/wasm\/(pdfium\.wasm|qpdf\.wasm|sharp-wasm32-[\d.]+\.node\.wasm\.zst)$/,
  // The scripts of libvips' module, which load it.
  /^\/dist\/main\/wasm\/(sharp-wasm32|emnapi-runtime)\.cjs$/,
  /^\/dist\/preload\/preload\.cjs$/,
  /^\/dist\/thread\/pages-thread\.cjs$/,
  /^\/dist\/window\/(index\.html|icon\.svg|assets\/[\w.-]+\.(js|css|woff2|svg|png|mjs|wasm))$/,
  // What pdf.js uses to draw the letters of a scan.
  /^\/dist\/window\/assets\/[\w.-]+\.(bcmap|pfb|ttf)$/,
  /^\/build\/icons\/(app\/256x256\.png|icon\.ico)$/,
  /^\/build\/fonts\/(LICENSE|[\w-]+\.ttf)$/,
  /^\/build\/icons\/tray\/[\w@.-]+\.(png|ico)$/,
  /^\/node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/[\w.-]+\.js|prebuilds\/[\w-]+\/keytar\.node)$/,
];

/** As they are stored in the program: the characters 1 and 0. */
const [ON, OFF] = [0x31, 0x30];
export const FUSES = {
  RunAsNode: OFF,
  EnableNodeOptionsEnvironmentVariable: OFF,
  EnableNodeCliInspectArguments: OFF,
  EnableCookieEncryption: OFF,
  OnlyLoadAppFromAsar: ON,
  EnableEmbeddedAsarIntegrityValidation: ON,
  GrantFileProtocolExtraPrivileges: OFF,
} as const satisfies Partial<Record<keyof typeof FuseV1Options, number>>;

export const EXPLAINED_IN = 'docs/operations/debian-package.md';

/** One line of lintian: its tag, and what it is about. */
type LintianLine = { readonly tag: string; readonly about: string };

/** `W: intray: unknown-field License` */
export function lintianLines(output: string): readonly LintianLine[] {
  const lines = output.matchAll(/^[A-Z]: intray: (\S+)(?: (.*))?$/gm);
  return [...lines].map(([, tag = '', about = '']) => ({ tag, about }));
}

/** What the page explains: the tags with a piece of what each may be about. */
export function explainedLines(): readonly LintianLine[] {
  const rows = readFileSync(EXPLAINED_IN, 'utf8').matchAll(/^\| `([\w-]+)` \| (.+?) \| .+ \|$/gm);
  return [...rows].flatMap(([, tag = '', pieces = '']) => [...pieces.matchAll(/`([^`]+)`/g)].map(([, about = '']) => ({ tag, about })));
}

export function isAbout(line: LintianLine, explained: LintianLine): boolean {
  return line.tag === explained.tag && line.about.includes(explained.about);
}
