import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

/** A call of node:fs that renames, copies or removes a file: on Windows each fails while a virus scanner has the file open. */
const NAMING = /\b(?:rename|unlink|rm|rmdir|copyFile|cp|link)(?:Sync)?\b/;
const FROM_DISK = /import\s*\{([^}]*)\}\s*from\s*'(?:node:)?fs(?:\/promises)?'/g;

const PROGRAMS = ['shared/', 'electron/', 'relay/', 'sandbox/'];

/** The file that makes these calls, and the exceptions with the reason why they need no retry. */
const HOMES: Readonly<Record<string, string>> = {
  'shared/node/files/retry-while-locked.ts': 'the home',
  'electron/platform/files/rotating-file.ts': 'the next line tries again',
  'electron/platform/sqlite/copy-database.ts': 'the opening in which it is made is done again (electron/journal/profile/open-profile.ts)',
  'electron/desktop/autostart/xdg-entry.ts': 'Linux',
  'electron/desktop/updates/kept-app-image-updater.ts': 'Linux',
  'electron/desktop/updates/kept-words.ts': 'the feed says it again',
  'electron/desktop/updates/fetched-package.ts': 'compared again before it is used',
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
