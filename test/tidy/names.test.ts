import { describe, expect, it } from 'vitest';
import { lineOf, namesIn, projectFiles, type Source, sources } from './sources.ts';
import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { readFileSync } from 'node:fs';

/** A call of node:fs that renames, copies or removes a file: on Windows each fails while a virus scanner has the file open. */
const NAMING = /\b(?:rename|unlink|rm|rmdir|copyFile|cp|link)(?:Sync)?\b/;
const FROM_DISK = /import\s*\{([^}]*)\}\s*from\s*'(?:node:)?fs(?:\/promises)?'/g;

const PROGRAMS = ['shared/', 'electron/', 'relay/', 'sandbox/'];

/** The file that makes these calls, and the exceptions with the reason why they need no retry. */
const HOMES: Readonly<Record<string, string>> = {
  'shared/node/files/retry-while-locked.ts': 'the home',
  'electron/platform/files/rotating-file.ts': 'the next line tries again',
  'electron/platform/sqlite/copy-database.ts': 'the opening in which it is made is done again (electron/journal/profile/open-profile.ts)',
  'electron/desktop/autostart/autostart.ts': 'Linux',
  'electron/desktop/updates/kept-app-image-updater.ts': 'Linux',
  'electron/desktop/updates/kept-words.ts': 'the feed says it again',
  'electron/desktop/updates/updater-feed.ts': 'compared again before it is used',
  'electron/desktop/updates/obstacle-of.ts': 'held by another program is no obstacle',
  'electron/desktop/updates/quiet-start.ts': 'without the note the window is shown',
  'electron/desktop/updates/tried-update.ts': 'the update waits for the next look',
};

function namesFiles(text: string): boolean {
  const named = Array.from(text.matchAll(FROM_DISK), ([, imported = '']) => imported).some((imported) => NAMING.test(imported));
  // Importing the whole module would hide them.
  return named || /import\s+(?:\*\s+as\s+)?\w+\s+from\s*'(?:node:)?fs(?:\/promises)?'/.test(text);
}

describe('renaming, removing and copying files', () => {
  const naming = sources().filter(({ path, text }) => PROGRAMS.some((program) => path.startsWith(program)) && namesFiles(text));

  it('is done by shared/node/files/retry-while-locked.ts, which goes on trying while another program has the file open', () => {
    const wrong = naming.filter(({ path }) => !(path in HOMES));
    expect(wrong.map(({ path }) => `${path}: use NAMES of shared/node/files/retry-while-locked.ts`)).toEqual([]);
  });

  it('has no exception that is none any more', () => {
    expect(Object.keys(HOMES).filter((home) => !naming.some(({ path }) => path === home))).toEqual([]);
  });

  it('is seen however it is imported', () => {
    expect(namesFiles("import { readFile, rm } from 'node:fs/promises';")).toBe(true);
    expect(namesFiles("import {\n  statSync,\n  renameSync as moved,\n} from 'node:fs';")).toBe(true);
    expect(namesFiles("import fs from 'node:fs';")).toBe(true);
    expect(namesFiles("import * as fs from 'fs/promises';")).toBe(true);
    expect(namesFiles("import { readFile } from 'node:fs/promises';")).toBe(false);
  });
});

/** The texts of one language, such as `shared/i18n/en/document/no-answer.ts`. */
const TEXTS = /^shared\/i18n\/(en|fr)\//;

/** Every key that does not begin with the name of its file and a dot. */
function misplacedKeys({ path, text, parsed }: Source): readonly string[] {
  const name = posix.basename(path, '.ts');
  const wrong: string[] = [];
  new Visitor({
    Property: ({ key, start }) => {
      const said = key.type === 'Literal' ? String(key.value) : text.slice(key.start, key.end);
      if (!said.startsWith(`${name}.`)) wrong.push(`${path}:${lineOf(text, start)}: ${said} begins with another name than ${name}`);
    },
  }).visit(parsed.program);
  return wrong;
}

describe('the key of a text', () => {
  const texts = sources().filter(({ path }) => TEXTS.test(path));

  it.each(['en', 'fr'])('begins with the name of its file, which is how it is found (%s)', (language) => {
    const files = texts.filter(({ path }) => path.startsWith(`shared/i18n/${language}/`));
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(misplacedKeys)).toEqual([]);
  });

  it('is in one file of each language, at the same place', () => {
    const places = Map.groupBy(texts, ({ path }) => path.replace(TEXTS, ''));
    const alone = [...places].filter(([, files]) => files.length !== 2).map(([place]) => place);
    expect(alone).toEqual([]);
    const names = Map.groupBy(places.keys(), (place) => posix.basename(place));
    expect([...names.values()].filter((same) => same.length > 1)).toEqual([]);
  });
});

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

describe('words', () => {
  it('of our own that the field has other words for name nothing', () => {
    const found = sources().flatMap(({ path, parsed }) =>
      [...namesIn(parsed)].flatMap((name) =>
        partsOf(name).flatMap((part) => (RETIRED.has(part) ? [`${path}: ${name}: ${RETIRED.get(part)}`] : [])),
      ),
    );
    expect(found).toEqual([]);
  });

  it('that end in Of name pure projections: what reads, asks or waits is a verb', () => {
    const asked = /\basync function (\w+Of)\(|\bfunction (\w+Of)\([^)]*\): Promise<|\bconst (\w+Of) = async\b/g;
    const others = sources().filter(({ path }) => path !== 'test/tidy/names.test.ts');
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
