import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Short texts that accumulate and are never removed. */
export type KeptWords = {
  readonly all: () => readonly string[];
  readonly add: (words: readonly string[]) => void;
};

/** Stores them in the file `path`, under `name`. Never throws: texts that cannot be written are known until the end, and the feed repeats them. */
export function keptWords(path: string, name: string): KeptWords {
  let known = read(path, name);
  let isKept = true;
  return {
    all: () => known,
    add(words) {
      const fresh = words.filter((word) => !known.includes(word));
      if (fresh.length === 0 && isKept) return;
      known = [...known, ...fresh];
      try {
        writeFileSync(`${path}.new`, JSON.stringify({ [name]: known }), { flush: true });
        renameSync(`${path}.new`, path);
        isKept = true;
      } catch {
        // A full disk, or a virus scanner has the file open. The feed repeats the texts, and the write is tried again then.
        isKept = false;
      }
    },
  };
}

function read(path: string, name: string): readonly string[] {
  try {
    return z.record(z.literal(name), z.array(z.string())).parse(JSON.parse(readFileSync(path, 'utf8')))[name] ?? [];
  } catch {
    // No file yet, or a damaged one.
    return [];
  }
}
