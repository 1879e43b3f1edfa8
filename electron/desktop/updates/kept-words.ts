import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Short texts that are learnt one after the other and never forgotten. */
export type KeptWords = {
  readonly all: () => readonly string[];
  readonly add: (words: readonly string[]) => void;
};

/** Keeps them in the file `path`, under `name`. Never throws: what cannot be written is known until the program ends, and is told again. */
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
        // A full disk, or a virus scanner that has the file open: the feed goes on saying it, and then it is tried again.
        isKept = false;
      }
    },
  };
}

function read(path: string, name: string): readonly string[] {
  try {
    return z.record(z.literal(name), z.array(z.string())).parse(JSON.parse(readFileSync(path, 'utf8')))[name] ?? [];
  } catch {
    // There is none, or it was spoiled.
    return [];
  }
}
