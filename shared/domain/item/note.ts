import { z } from 'zod';
import { COMMENT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { maySendAllTheSame } from './all-the-same.ts';
import { isConvertible } from './conversion/conversion-offer.ts';
import type { WallMs } from '../../lib/duration.ts';
import type { Item } from './item.ts';
import {
  FOLDER_NOTE_CHARACTERS_MAX,
  type FolderNotes,
  NOTE_FILE_PROBLEMS,
  type NoteBeside,
  type NoteFile,
  type NoteFileProblem,
  type NoteFileSaid,
  OWN_NUMBER_CHARACTERS_MAX,
  OWN_NUMBER_SOURCES,
  type OwnNumberSource,
} from './note-schemas.ts';

export const NOTE_CHARACTERS_MAX = COMMENT_CHARACTERS_MAX;

/** A note as a user types it, for every call that takes one; `cleanNote` makes of it what is stored and sent. */
export const noteSchema = z.string().refine((text) => noteExcess(text) === 0, {
  error: ({ input }) => `the note is ${noteExcess(String(input))} characters too long: at most ${NOTE_CHARACTERS_MAX} go with a document`,
});

/**
 * The note for the accountant may be edited until the first intent of a sending: bytes and note leave together. The import of entries takes none
 * (§ Entries route).
 */
export function mayNote(item: Item): boolean {
  const { state, reference, importType } = item;
  if (reference !== null || importType === 'entries') return false;
  if (state.kind === 'held' || state.kind === 'waiting') return true;
  if (state.kind === 'unfit') return isConvertible(item) || maySendAllTheSame(item);
  return state.kind === 'aside' && state.why === 'user' && state.unfit === undefined;
}

/**
 * What goes with the document: its own note, then its number and the note of its folder, each on a line of its own. None is ever cut: if all together are
 * too long, the folder's note is left out, then the number, because the user has written the document's own note about this very document.
 */
export function noteToSend(own: string | undefined, ofFolder: string | undefined, number: string | undefined): NoteToSend {
  const line = number === undefined ? undefined : ownNumberLine(number);
  const fits = (lines: readonly (string | undefined)[]): boolean => (together(lines)?.length ?? 0) <= NOTE_CHARACTERS_MAX;
  const isFolderLeftOut = ofFolder !== undefined && !fits([own, line, ofFolder]);
  const isNumberLeftOut = line !== undefined && !fits([own, line]);
  const lines = isNumberLeftOut ? [own] : isFolderLeftOut ? [own, line] : [own, line, ofFolder];
  return { text: together(lines), isFolderLeftOut, isNumberLeftOut };
}

type NoteToSend = { readonly text: string | undefined; readonly isFolderLeftOut: boolean; readonly isNumberLeftOut: boolean };

function together(lines: readonly (string | undefined)[]): string | undefined {
  const said = lines.filter((line) => line !== undefined);
  return said.length === 0 ? undefined : said.join('\n');
}

/** The note as it is stored and sent; null if it is empty. Without control characters except line ends, and without bidirectional marks. */
export function cleanNote(text: string): string | null {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .trim();
  return plain === '' ? null : plain;
}

/** How many characters it has too many, as it would be sent; 0 for one that can be sent. */
export function noteExcess(text: string): number {
  return Math.max(0, (cleanNote(text)?.length ?? 0) - NOTE_CHARACTERS_MAX);
}

/** The item with this note in place of its own; an empty text removes it. A user's word counts for more than a note file. */
export function withNote(item: Item, text: string): Item {
  const { comment: before, noteFile, ...rest } = item;
  const comment = cleanNote(text);
  if (comment !== null && comment === before) return item;
  return {
    ...rest,
    ...(noteFile === undefined ? {} : { noteFile: { ...noteFile, became: 'own' } }),
    ...(comment === null ? {} : { comment }),
  };
}

/** What a joined document says if the user says nothing else: the notes of its parts in their order, each once. It may be too long to be sent. */
export function joinedNote(parts: readonly Pick<Item, 'comment'>[]): string {
  const notes = new Set(parts.flatMap(({ comment }) => comment ?? []));
  return [...notes].join('\n');
}

export const NO_FOLDER_NOTES: FolderNotes = { text: null, holdsSince: null, beside: false, numberPattern: null };

/** What a user can set; what is not named stays. An empty text deletes the note. */
export const folderNotesChangeSchema = z
  .object({
    holds: z.boolean(),
    beside: z.boolean(),
    numberPattern: z.string().superRefine((text, context) => {
      const fault = numberPatternFault(text);
      if (fault !== null) context.addIssue({ code: 'custom', message: PATTERN_FAULTS[fault] });
    }),
    text: z.string().refine(isFolderNote, `a note of at most ${FOLDER_NOTE_CHARACTERS_MAX} characters is expected`),
  })
  .partial();

const NUMBER_PATTERN_CHARACTERS_MAX = 120;
const PATTERN_FAULTS = {
  place: 'exactly one {number} is expected, with * for any other text, as in "{number} *" or "FAC-*-{number}"',
  wildcard: 'some text is expected between {number} and *, else nobody knows where the number ends',
  'too-long': `a pattern of at most ${NUMBER_PATTERN_CHARACTERS_MAX} characters is expected`,
} as const satisfies Record<NumberPatternFault, string>;

export type FolderNotesChange = {
  readonly text?: string | undefined;
  readonly holds?: boolean | undefined;
  readonly beside?: boolean | undefined;
  readonly numberPattern?: string | undefined;
};

/** Whether it is short enough, as it would be stored. */
export function isFolderNote(text: string): boolean {
  return (cleanNote(text) ?? '').length <= FOLDER_NOTE_CHARACTERS_MAX;
}

/** What holds its documents already does so since the same time. */
export function changedNotes(before: FolderNotes, { text, holds, beside, numberPattern }: FolderNotesChange, now: WallMs): FolderNotes {
  return {
    ...before,
    ...(beside === undefined ? {} : { beside }),
    ...(text === undefined ? {} : { text: cleanNote(text) }),
    ...(numberPattern === undefined ? {} : { numberPattern: cleanLine(numberPattern) }),
    ...(holds === undefined ? {} : { holdsSince: holds ? (before.holdsSince ?? now) : null }),
  };
}

/** Whether its folder has a user asked for its note: nobody has written or refused one yet, and nothing of it has left. */
export function mayWaitForNote({ state, comment, noteAnsweredAt, leftAt, resubmission, reference, importType }: Item): boolean {
  const isNew = leftAt === null && resubmission === 0 && reference === null && importType !== 'entries';
  return state.kind === 'waiting' && isNew && comment === undefined && noteAnsweredAt === undefined;
}

/** A user who releases it while it is asked for its note, or while that is ignored, has answered. */
export function noteAnswered({ state }: Item, now: WallMs): Pick<Item, 'noteAnsweredAt'> {
  const question = state.kind === 'held' || state.kind === 'aside' ? state.question : undefined;
  return question?.kind === 'note' ? { noteAnsweredAt: now } : {};
}

const NOTE_FILE = /\.note\.txt$/i;

/** The path of a note file without what makes it one, which it shares with its documents; null for another file. */
export function noteBaseOf(path: string): string | null {
  return NOTE_FILE.test(path) ? path.replace(NOTE_FILE, '') : null;
}

/** What hinders its note file from being its note, if a user has to decide. */
export function noteFileProblem({ noteFile }: Pick<Item, 'noteFile'>): NoteFileProblem | null {
  return NOTE_FILE_PROBLEMS.find((problem) => problem === noteFile?.became) ?? null;
}

/** The document with what the file beside it says, as far as it can still have that. One that was looked at already changes nothing. */
export function withNoteFile(item: Item, { name, modifiedAt, ...file }: NoteBeside): Item {
  const { comment, noteFile: before, ...rest } = item;
  const isKnown = before?.name === name && before.modifiedAt === modifiedAt;
  if (isKnown && (before.became !== 'unreadable' || 'problem' in file)) return item;
  const became = becameOf(item, file);
  if (became === null) return item;
  const bare = { ...rest, noteFile: { name, modifiedAt, became } };
  const noted = became === 'late' ? bare : withOwnNumber(bare, 'note-file', 'problem' in file ? null : file.ownNumber);
  if (became === 'taken' && 'text' in file && file.text !== null) return { ...noted, comment: file.text };
  // What an earlier content of the file said no longer holds.
  const isTakenBack = before?.became === 'taken' && became !== 'late';
  return comment === undefined || isTakenBack ? noted : { ...noted, comment };
}

/** Null if it is no news: another computer sent the document, and may have sent the note. */
function becameOf(item: Item, file: NoteFileSaid): NoteFile['became'] | null {
  const { state, reference, comment, noteFile, sentElsewhere, leftAt } = item;
  const isOpen = state.kind === 'held' || state.kind === 'waiting' || state.kind === 'unfit' || state.kind === 'aside';
  if (!isOpen || reference !== null) return sentElsewhere && leftAt === null ? null : 'late';
  if (comment !== undefined && noteFile?.became !== 'taken') return 'own';
  return 'problem' in file ? file.problem : 'taken';
}

/** A document's own number as a user types it, for every call that takes one; `cleanLine` makes of it what is stored and sent. */
export const ownNumberSchema = z.string().refine(isOwnNumber, `the number is too long: at most ${OWN_NUMBER_CHARACTERS_MAX} characters`);

/** Whether it is short enough, as it would be stored. */
export function isOwnNumber(text: string): boolean {
  return (cleanLine(text) ?? '').length <= OWN_NUMBER_CHARACTERS_MAX;
}

/** Like a note, in one line. */
export function cleanLine(text: string): string | null {
  return cleanNote(text)?.replaceAll(/\s+/g, ' ') ?? null;
}

/** The line of the note that says it. */
export function ownNumberLine(number: string): string {
  return `N° ${number}`;
}

/** The document with this number, unless it has one that counts more; null takes back what the same source said before. */
export function withOwnNumber(item: Item, from: OwnNumberSource, number: string | null): Item {
  const { ownNumber: _, ownNumberFrom: before, ...rest } = item;
  if (before !== undefined && OWN_NUMBER_SOURCES.indexOf(before) < OWN_NUMBER_SOURCES.indexOf(from)) return item;
  if (number === null) return before === from ? rest : item;
  return { ...rest, ownNumber: number, ownNumberFrom: from };
}

/** The number of a joined document: those of its parts in their order, each once. None if they are too long together. */
export function joinedNumber(parts: readonly Pick<Item, 'ownNumber'>[]): string | null {
  const numbers = [...new Set(parts.flatMap(({ ownNumber }) => ownNumber ?? []))].join(', ');
  return numbers === '' || !isOwnNumber(numbers) ? null : numbers;
}

const NUMBER_PLACE = '{number}';

export type NumberPatternFault = 'place' | 'wildcard' | 'too-long';

/** What is wrong with a pattern that a user types; an empty one removes it. */
export function numberPatternFault(text: string): NumberPatternFault | null {
  const pattern = cleanLine(text);
  if (pattern === null) return null;
  if (pattern.length > NUMBER_PATTERN_CHARACTERS_MAX) return 'too-long';
  if (pattern.split(NUMBER_PLACE).length !== 2) return 'place';
  return pattern.includes(`*${NUMBER_PLACE}`) || pattern.includes(`${NUMBER_PLACE}*`) ? 'wildcard' : null;
}

/**
 * The number that the name of a file has at its place in the pattern, whatever the case of the letters. Of several that fit it is the shortest, and of those
 * the first; it has a digit, so that "Facture Martin" has none. The effort is that of both lengths multiplied, for any pattern and name.
 */
export function numberInName(pattern: string | null, name: string): string | null {
  const stem = cleanLine(name.replace(/\.[^.]*$/, ''));
  const [before, after, ...more] = pattern?.split(NUMBER_PLACE) ?? [];
  if (stem === null || before === undefined || after === undefined || more.length > 0) return null;
  const letters = Array.from(stem);
  const begins = reached(lowered(before), lowered(stem));
  const ends = reached(lowered(after).toReversed(), lowered(stem).toReversed()).toReversed();
  let found: string | null = null;
  for (const [from, isBegin] of begins.entries()) {
    const to = isBegin ? ends.indexOf(true, from + 1) : -1;
    const number = to === -1 ? '' : letters.slice(from, to).join('').trim();
    if (/\p{Nd}/u.test(number) && isOwnNumber(number) && (found === null || number.length < found.length)) found = number;
  }
  return found;
}

/** Letter by letter, so that both cases have as many. */
function lowered(text: string): readonly string[] {
  return Array.from(text, (letter) => letter.toLowerCase());
}

/** For each count of letters from the beginning, whether the pattern fits exactly these. */
function reached(pattern: readonly string[], letters: readonly string[]): readonly boolean[] {
  let fits: readonly boolean[] = [true, ...letters.map(() => false)];
  for (const sign of pattern) {
    let isReached = false;
    fits = fits.map((fit, count) => {
      isReached ||= fit;
      return sign === '*' ? isReached : count > 0 && fits[count - 1] === true && letters[count - 1] === sign;
    });
  }
  return fits;
}
