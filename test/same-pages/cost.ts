import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { cpuUsage } from 'node:process';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { listedFiles, placeOf } from '#test/corpus/listed.ts';

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
