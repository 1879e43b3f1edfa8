import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namesIn } from './names-in.ts';
import { projectFiles, sources } from './sources.ts';

/** Words that may not name a file, since each of them hides what it is for. */
const NOT_USED = /(^|[-/])(manager|helper|helpers|utils|util)([-.]|$)/;

/** Retired words that hid what a thing is, each with the word that an engineer would search for. */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['ear', 'watcher, listener'],
  ['deaf', 'lost, unwatched'],
  ['bell', 'wake signal, stream'],
  ['nap', 'sleeper'],
  ['brake', 'backpressure'],
  ['pacer', 'adaptive concurrency'],
  ['hurry', 'make all due now'],
  ['seldom', 'throttle'],
  ['farewell', 'company cleanup'],
  ['carry', 'deliver'],
  ['handover', 'window upload'],
  ['stray', 'misplaced file'],
  ['flood', 'bulk arrival'],
  ['flooded', 'bulk arrival'],
  ['shelf', 'assets'],
  ['desk', 'upload queue, desktop'],
  ['speech', 'i18n'],
  ['town', 'fixture'],
  ['premises', 'fixture'],
  ['deed', 'action'],
  ['witness', 'traffic recorder'],
  ['unsettle', 'unresolve'],
]);
/** Members that the command line prints as JSON, and the kind of a stored question. */
const PRINTED = new Set(['strays', 'stray', 'flood']);

describe('words', () => {
  it('of our own that the field has other words for name nothing', () => {
    const found = sources().flatMap(({ path, parsed }) =>
      [...namesIn(parsed)].flatMap((name) =>
        PRINTED.has(name) ? [] : partsOf(name).flatMap((part) => (RETIRED.has(part) ? [`${path}: ${name}: ${RETIRED.get(part)}`] : [])),
      ),
    );
    expect(found).toEqual([]);
  });

  it('that end in Of name pure projections: what reads, asks or waits is a verb', () => {
    const asked = /\basync function (\w+Of)\(|\bfunction (\w+Of)\([^)]*\): Promise<|\bconst (\w+Of) = async\b/g;
    const others = sources().filter(({ path }) => path !== 'test/tidy/words.test.ts');
    const found = others.flatMap(({ path, text }) => [...text.matchAll(asked)].map(([, ...names]) => `${path}: ${names.join('')}`));
    expect(found).toEqual([]);
    expect('async function bytesOf(item) {}'.match(asked)).not.toBeNull();
  });

  it('are found in any part of a name', () => {
    expect(partsOf('#noteFlood')).toEqual(['note', 'flood']);
    expect(partsOf('FLOOD_MINIMUM')).toEqual(['flood', 'minimum']);
    expect(partsOf('handovers')).toEqual(['handover']);
    expect(partsOf('isHTTPDeaf')).toEqual(['is', 'http', 'deaf']);
  });

  it('that say nothing name no file', () => {
    expect(projectFiles().filter((path) => NOT_USED.test(path))).toEqual([]);
  });

  it('of work left over stand nowhere', () => {
    const marks = new RegExp(['FIX', 'ME|TO', 'DO\\b|XX', 'X'].join(''));
    expect(
      sources()
        .filter(({ text }) => marks.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('are kebab-case in file names', () => {
    const odd = sources().filter(({ path }) => !/^[a-z0-9./-]+$/.test(path));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

/** Words of a name, in lower case and without the plural's s. */
function partsOf(name: string): readonly string[] {
  const parts = name.split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return parts
    .map((part) => part.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase())
    .map((part) => (RETIRED.has(part) ? part : part.replace(/(?<=..)s$/, '')));
}

describe('the lock file', () => {
  const lock = readFileSync('package-lock.json', 'utf8');

  it('names no host, so that any registry serves', () => {
    expect(lock.includes('"resolved"')).toBe(false);
    expect(/https?:\/\/registry\./.test(lock)).toBe(false);
  });

  it('pins every direct dependency exactly', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
