import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const noteSchema = z.object({ withdrawn: z.array(z.string()) });

export type WithdrawnKeys = {
  /** Those that are believed no more. */
  readonly all: () => readonly string[];
  readonly add: (keys: readonly string[]) => void;
};

/** Remembers in `folder` which keys of releases were withdrawn. Never throws: what cannot be written is known until the program ends, and is told again. */
export function withdrawnKeys(folder: string): WithdrawnKeys {
  const path = join(folder, 'withdrawn-keys.json');
  let known = read(path);
  let isKept = true;
  return {
    all: () => known,
    add(keys) {
      const fresh = keys.filter((key) => !known.includes(key));
      if (fresh.length === 0 && isKept) return;
      known = [...known, ...fresh];
      try {
        writeFileSync(`${path}.new`, JSON.stringify({ withdrawn: known }), { flush: true });
        renameSync(`${path}.new`, path);
        isKept = true;
      } catch {
        // A full disk, or a virus scanner that has the file open: the feed goes on saying it, and then it is tried again.
        isKept = false;
      }
    },
  };
}

function read(path: string): readonly string[] {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).withdrawn;
  } catch {
    // There is none, or it was spoiled.
    return [];
  }
}
