import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { cpuUsage } from 'node:process';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { listedFiles, placeOf } from '#test/corpus/listed.ts';
import { basename, join } from 'node:path';
import { isInstalled, runProgram } from '#test/conversions/programs.ts';
import { type Fingerprints, look } from './judge.ts';
import { type Way, WAYS } from './programs.ts';

type Inspect = typeof inspect;

/** Of all files of a group: milliseconds of a core for the median file, and how many times as much it is with fingerprints. */
export type Cost = {
  readonly group: string;
  readonly files: number;
  readonly without: number;
  readonly with: number;
  readonly ratio: number;
};

type Group = { readonly name: string; readonly kind: string; readonly from: number; readonly to: number };

const GROUPS: readonly Group[] = [
  { name: 'PDF of 100 to 400 KB', kind: 'pdf', from: 100_000, to: 400_000 },
  { name: 'PDF', kind: 'pdf', from: 0, to: Infinity },
  { name: 'JPEG', kind: 'jpeg', from: 0, to: Infinity },
  { name: 'PNG', kind: 'png', from: 0, to: Infinity },
];
const FILES_MAX = 120;
const ROUNDS = 7;

/** Both ways in turn, in one process; of each file the median of its rounds. */
export async function measureCost(corpus: string, say: (text: string) => void): Promise<readonly Cost[]> {
  const bare = await inspectWithoutPages();
  return GROUPS.map((group) => {
    say(`measuring ${group.name}`);
    const paths = listedFiles()
      .filter(({ kind, bytes }) => kind === group.kind && bytes >= group.from && bytes <= group.to)
      .map((file) => placeOf(corpus, file))
      .filter(existsSync);
    // Evenly over the list, whose order is that of hashes.
    const chosen = paths.filter(
      (_, at) => Math.floor((at * FILES_MAX) / paths.length) !== Math.floor(((at - 1) * FILES_MAX) / paths.length),
    );
    const measured = chosen.flatMap((path) => {
      const bytes = readFileSync(path);
      return inspect({ name: path, bytes, size: bytes.byteLength }, nodeSha256).kind === 'fit' ? [timesOf(bytes, bare)] : [];
    });
    const ratios = measured.map((times) => times.with / times.without);
    const [without, all] = [median(measured.map((times) => times.without)), median(measured.map((times) => times.with))];
    return { group: group.name, files: measured.length, without, with: all, ratio: median(ratios) };
  });
}

function timesOf(bytes: Buffer, bare: Inspect): { readonly without: number; readonly with: number } {
  const [without, all]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(coreMs(bare, bytes));
    all.push(coreMs(inspect, bytes));
  }
  return { without: median(without), with: median(all) };
}

function coreMs(by: Inspect, bytes: Buffer): number {
  const before = cpuUsage();
  by({ name: 'a', bytes, size: bytes.byteLength }, nodeSha256);
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

const WITHOUT = '?without-pages';

/** The same inspection, with all modules but its first one in common, in which no page has a fingerprint. */
async function inspectWithoutPages(): Promise<Inspect> {
  const none = `data:text/javascript,${encodeURIComponent('export function pageFingerprints() { return []; }')}`;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      context.parentURL?.endsWith(WITHOUT) === true && specifier.endsWith('/page-fingerprints.ts')
        ? { url: none, format: 'module', shortCircuit: true }
        : next(specifier, context),
  });
  const module = (await import(`${import.meta.resolve('#electron/intake/inspect/inspect.ts')}${WITHOUT}`)) as { readonly inspect: Inspect };
  hooks.deregister();
  return module.inspect;
}

export type Saved = {
  readonly way: Way;
  readonly source: string;
  /** How many of the pages are in the original; null if the program is missing or failed. */
  readonly equal: number | null;
  readonly pages: number;
  readonly fault: 'not installed' | 'failed' | 'other pages' | 'same pages' | null;
};

const FIXTURES = join(import.meta.dirname, '../support/same-pages');
const SOURCES: Readonly<Record<Way['of'], readonly string[]>> = {
  pdf: ['invoice', 'scan', 'fax'].map((name) => `${name}/original.pdf`),
  jpeg: ['pictures/original.jpg'],
  png: ['pictures/original.png'],
};

/** A mark and a note, appended to a PDF as a viewer does it. */
const ANNOTATE = `var doc = new PDFDocument(scriptArgs[0]); var page = doc.loadPage(0);
var mark = page.createAnnotation("Highlight"); mark.setQuadPoints([[50, 50, 200, 50, 50, 80, 200, 80]]); mark.update();
var note = page.createAnnotation("FreeText"); note.setRect([100, 100, 300, 140]); note.setContents("paid"); note.update();
doc.save(scriptArgs[1], "incremental");
`;

/** Has every program that is installed save the same files, and compares the pages. */
export async function savedByPrograms(folder: string): Promise<readonly Saved[]> {
  mkdirSync(join(folder, 'out'), { recursive: true });
  writeFileSync(join(folder, 'annotate.js'), ANNOTATE);
  copyFileSync(join(FIXTURES, 'form/empty.pdf'), join(folder, 'other.pdf'));
  const saved: Saved[] = [];
  for (const way of WAYS) {
    const hasProgram = await isInstalled([way.program, '--version']);
    for (const source of SOURCES[way.of]) {
      saved.push(hasProgram ? await savedBy(way, source, folder) : { way, source, equal: null, pages: 0, fault: 'not installed' });
    }
  }
  return saved;
}

async function savedBy(way: Way, source: string, folder: string): Promise<Saved> {
  const original = join(FIXTURES, source);
  const to = join(folder, `${WAYS.indexOf(way)}-${source.replace('/', '-')}`);
  const places = { from: original, to, folder, name: basename(source) };
  const [command, ...args] = way.command;
  const ran = await runProgram([command, ...args.map((arg) => filledIn(arg, places))]);
  const made = way.made === undefined ? to : filledIn(way.made, places);
  if (way.isPiped === true && ran.exit === 0) writeFileSync(made, ran.out);
  const [before, after] = [look(original) ?? [], existsSync(made) ? look(made) : null];
  if (ran.exit !== 0 || after === null) return { way, source, equal: null, pages: 0, fault: 'failed' };
  const equal = equalPages(before, after);
  return { way, source, equal, pages: after.length, fault: faultOf(way, { equal, expected: Math.min(before.length, after.length) }) };
}

function filledIn(text: string, places: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (written, key: string) => places[key] ?? written);
}

function equalPages(before: Fingerprints, after: Fingerprints): number {
  const known = new Set(before.filter((page) => page !== null));
  return after.filter((page) => page !== null && known.has(page)).length;
}

/** What draws all anew may keep a page that has nothing to be drawn anew: so only pages that should be kept are a fault. */
function faultOf(way: Way, { equal, expected }: { readonly equal: number; readonly expected: number }): Saved['fault'] {
  return way.anew === true || equal >= expected ? null : 'other pages';
}
