import { createHash } from 'node:crypto';
import { implement } from '@orpc/server';
import { itemBytes } from '#electron/delivery/item-bytes.ts';
import { previewEntries } from '#electron/intake/inspect/entries-file.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { ALLOWED_ENTRIES, EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { mayAllowEntries } from '#shared/domain/item/entries.ts';
import type { EntriesChoice } from '#shared/domain/item/entries-schemas.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { chosenLines } from '#shared/entries/chosen-lines.ts';
import type { EntryLine, ReadLine } from '#shared/entries/entry-lines.ts';
import { overlap } from '#shared/entries/overlap.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Story, WindowState } from './window-state.ts';

/** A real file of entries, and what the company has sent before it. */
export type StoryEntries = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sent?: readonly EntryLine[];
  /** In place of what is made of the file. */
  readonly head?: Partial<EntriesPreviewHead>;
  /** The stream ends with this. */
  readonly fault?: BytesFault;
  /** What comes of a consent; by default it is held against the file. */
  readonly became?: (typeof ALLOWED_ENTRIES)[number];
};

export type AgreedEntries = {
  readonly name: string;
  /** Exactly what the consent was about. */
  readonly text: string;
  readonly choice: EntriesChoice;
  readonly byItself: boolean;
  readonly twice: boolean;
};

/** The lines of a file of entries, read by the readers that the engine has, and a consent that is held against them. */
export function entriesAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  return {
    entriesPreview: api.entriesPreview.handler(async function* preview({ input, signal }) {
      const item = state.items.find(({ id }) => id === input.itemId);
      const file = item === undefined ? null : (state.entriesOf?.(item) ?? null);
      const shown = file === null ? null : previewOf(file);
      if (item !== undefined && shown !== null && file?.fault === undefined) yield { ...shown.head, ...agreedChoice(item) };
      const found = shown === null ? fail('gone' as const) : file?.fault === undefined ? ok(shown.text) : fail(file.fault);
      yield* itemBytes(async () => found)(input.itemId, signal);
    }),
    allowEntries: api.allowEntries.handler(({ input }) => {
      const item = state.items.find(({ id }) => id === input.itemId);
      const file = item === undefined ? null : (state.entriesOf?.(item) ?? null);
      if (item === undefined || file === null || !mayAllowEntries(item)) return { became: 'not-asked' };
      const { byItself = false, twice = false, choice, linesSha256 } = input;
      if (file.became !== undefined) return { became: file.became };
      const shown = previewOf(file);
      const lines = chosenLines(shown.lines, choice);
      const text = lines.map((line) => shown.canonical.get(line)).join('');
      if (sha256(text) !== linesSha256) return { became: 'changed' };
      if (lines.length === 0) return { became: 'nothing-left' };
      if (!twice && overlap(file.sent ?? [], lines).repeated.length > 0) return { became: 'repeats' };
      allow(state, item);
      state.agreed = [...(state.agreed ?? []), { name: item.name, text, choice, byItself, twice }];
      ring();
      return { became: 'allowed' };
    }),
  };
}

function allow(state: WindowState, item: Item): void {
  const { now, counts } = state.overview;
  state.items = state.items.map((one) =>
    one.id === item.id ? { ...one, state: { kind: 'waiting', dueAt: now, last: null }, stateSince: now } : one,
  );
  state.overview = { ...state.overview, counts: { ...counts, held: counts.held - 1, waiting: counts.waiting + 1 } };
}

function agreedChoice({ entries }: Item): Partial<EntriesPreviewHead> {
  return entries?.choice === undefined ? {} : { choice: entries.choice };
}

type Shown = {
  readonly head: EntriesPreviewHead;
  readonly text: Uint8Array;
  readonly lines: readonly ReadLine[];
  /** The canonical text of each line. */
  readonly canonical: ReadonlyMap<ReadLine, string>;
};

function previewOf(file: StoryEntries): Shown {
  const { name, bytes, sent = [], head = {} } = file;
  const previewed = previewEntries({ name, bytes });
  if (previewed === null) throw new Error(`no line of ${name} can be read`);
  const { text, errors, warnings, journals, choice, ...rest } = previewed;
  const canonical = linesOf(text);
  const lines = [...canonical.keys()];
  const { repeated, sentBefore, otherDates } = overlap(sent, lines);
  const places = new Map(lines.map((line, at) => [line, at]));
  const at = (line: ReadLine): number => places.get(line) ?? 0;
  return {
    lines,
    canonical,
    text,
    head: {
      kind: 'head',
      ...rest,
      errors: { count: errors.count, first: [...errors.first] },
      warnings: { count: warnings.count, first: [...warnings.first] },
      journals: [...journals],
      choice: { withoutJournals: [...choice.withoutJournals], withoutLines: choice.withoutLines.map(([first, last]) => [first, last]) },
      repeated: runsOf(repeated.map(at)),
      sentBefore,
      otherDates: otherDates.map(({ line, sentDate }) => ({ at: at(line), sentDate })),
      mapping: null,
      mayGoByItself: rest.format !== 'fec',
      goesByItself: false,
      ...head,
    },
  };
}

/** The lines of the text of a preview. */
function linesOf(text: Uint8Array): ReadonlyMap<ReadLine, string> {
  const read = new TextDecoder().decode(text).split('\n').slice(0, -1);
  return new Map(
    read.map((one) => {
      const [canonical = '', extra = ''] = one.split('\t');
      const { at } = JSON.parse(extra) as { at: number };
      return [{ line: JSON.parse(canonical) as EntryLine, place: { line: at } }, `${canonical}\n`];
    }),
  );
}

function runsOf(places: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && place === last[1] + 1) last[1] = place;
    else runs.push([place, place]);
  }
  return runs;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
