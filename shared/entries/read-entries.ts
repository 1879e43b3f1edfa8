import type { EntriesReading, EntriesRefusal } from './entry-lines.ts';

/** `bytes`: the whole file, `name`: its name with the ending, which alone never decides. */
export type EntriesSource = { readonly bytes: Uint8Array; readonly name: string };

/** Reads a file of entries in whatever format it is, with all its faults at once. */
export function readEntries(_source: EntriesSource): EntriesReading | EntriesRefusal {
  return { refused: 'not-entries' };
}
