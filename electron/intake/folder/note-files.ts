import { dirname, join } from 'node:path';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { entriesEndingOf } from '#shared/domain/item/file-kinds.ts';
import { cleanLine, cleanNote, isOwnNumber, NOTE_CHARACTERS_MAX, noteBaseOf } from '#shared/domain/item/note.ts';
import { type NoteBeside, type NoteFileSaid, OWN_NUMBER_CHARACTERS_MAX } from '#shared/domain/item/note-schemas.ts';
import { pairKeyOf } from '#shared/domain/item/pair.ts';
import { lastPart } from '#shared/lib/file-names.ts';
import { answerOf } from '../answer-of.ts';
import { samePair } from '../settle.ts';
import type { IntakeStore } from '../store.ts';
import type { Late } from '../take-up.ts';
import type { FolderDeps } from './folder-deps.ts';
import type { FoundNote, Fresh, Swept } from './sweep.ts';

/** `documents`: those beside it with its name, whatever the case of the letters. */
type Paired = FoundNote & { readonly documents: readonly string[] };

/** Four bytes are enough for each character of the note and of a line with a number, and three for the mark at the beginning. */
const BYTES_MAX = 4 * (NOTE_CHARACTERS_MAX + 2 * OWN_NUMBER_CHARACTERS_MAX) + 3;

/**
 * `own`: of its documents, those that the file system takes for its own; known once it is read. `again`: it could not be read, and is tried after each
 * sweep; its documents no longer wait for that.
 */
type Watched = Paired & {
  readonly sinceMs: number;
  readonly read: { readonly note: NoteBeside; readonly own: readonly string[] } | null;
  readonly again: boolean;
};
type Deps = Pick<FolderDeps, 'clock' | 'files' | 'stop'> & { readonly store: Pick<IntakeStore, 'noteBeside'> };

/** The notes that lie beside the documents of one folder. Each is read once it has been quiet, and until then its documents wait for it. */
export class NoteFiles {
  readonly #deps: Deps;
  #notes = new Map<string, Watched>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Notes what a sweep has found; returns its new files, those held whose note is still to be read. */
  note({ notes, others, fresh }: Pick<Extract<Swept, { kind: 'seen' }>, 'notes' | 'others' | 'fresh'>): readonly Fresh[] {
    const before = this.#notes;
    const nowMs = this.#deps.clock.monotonicMs();
    this.#notes = new Map(
      pairNotes(notes, others).map((note) => {
        const known = before.get(note.relativePath);
        const isQuiet = known !== undefined && samePair(known.pair, note.pair);
        const isRead = isQuiet && known.documents.join('/') === note.documents.join('/');
        const read = isRead ? known.read : null;
        const again = read !== null && 'problem' in read.note && read.note.problem === 'unreadable';
        return [note.relativePath, { ...note, sinceMs: isQuiet ? known.sinceMs : nowMs, read, again }];
      }),
    );
    const waiting = new Set([...this.#notes.values()].flatMap(({ read, documents }) => (read === null ? documents : [])));
    return waiting.size === 0 ? fresh : fresh.map((file) => (waiting.has(file.relativePath) ? { ...file, isHeld: true } : file));
  }

  /** When the next of them will have been quiet; infinity when there is none. */
  nextAtMs({ settleMs }: Pick<Folder, 'settleMs'>): number {
    const unread = [...this.#notes.values()].filter(({ read }) => read === null);
    return Math.min(Number.POSITIVE_INFINITY, ...unread.map(({ sinceMs }) => sinceMs + settleMs));
  }

  /** What was read for the document at this path. */
  of(relativePath: string): NoteBeside | undefined {
    for (const { read } of this.#notes.values()) if (read?.own.includes(relativePath) === true) return read.note;
    return undefined;
  }

  /** Reads those that are quiet; true if there was one, so that its documents may go on after the next sweep. */
  async readQuiet(folder: Folder): Promise<boolean | Late> {
    let isNews = false;
    for (const note of this.#notes.values()) {
      if ((note.read !== null && !note.again) || note.sinceMs + folder.settleMs > this.#deps.clock.monotonicMs()) continue;
      const answer = await answerOf(this.#read(folder, note), this.#deps);
      if (answer.kind === 'late') return answer;
      if (this.#deps.stop.aborted) return false;
      isNews ||= note.read === null;
      const { value: read } = answer;
      if (read === null) this.#notes.delete(note.relativePath);
      else this.#notes.set(note.relativePath, { ...note, read, again: false });
      for (const path of read?.own ?? []) if (read !== null) await this.#deps.store.noteBeside(folder.id, path, read.note);
    }
    return isNews;
  }

  /** Null if it is gone or another one by now; the next sweep tells. */
  async #read({ path: root }: Folder, note: Watched): Promise<Watched['read']> {
    const path = join(root, note.relativePath);
    const read = await this.#deps.files.read(path, { root, bytesMax: BYTES_MAX });
    if (!read.ok && read.failure.kind === 'gone') return null;
    if (read.ok && !samePair(note.pair, read.value.stat)) return null;
    const said = read.ok ? textOf(read.value.bytes) : ({ problem: 'unreadable' } as const);
    const own = await this.#ownDocuments(root, note);
    return { own, note: { name: lastPart(note.relativePath), modifiedAt: note.pair.modifiedAt, ...said } };
  }

  /** Where only the case of the letters differs, the file system says whether that is the same name. */
  async #ownDocuments(root: string, { relativePath, pair, documents }: Paired): Promise<readonly string[]> {
    const own: string[] = [];
    for (const document of documents) {
      if (stemOf(document).normalize('NFC') === noteBaseOf(relativePath)?.normalize('NFC')) own.push(document);
      else {
        const ending = relativePath.slice(noteBaseOf(relativePath)?.length ?? 0);
        const same = await this.#deps.files.stat(join(root, dirname(document), `${lastPart(stemOf(document))}${ending}`));
        if (same.ok && same.value.inode === pair.inode) own.push(document);
      }
    }
    return own;
  }
}

/** Pairs the note files of a walk with the other files. */
function pairNotes(notes: readonly FoundNote[], paths: readonly string[]): readonly Paired[] {
  if (notes.length === 0) return [];
  const documents = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(stemOf(path));
    documents.set(key, [...(documents.get(key) ?? []), path]);
  }
  return notes.map((note) => ({ ...note, documents: documents.get(keyOf(noteBaseOf(note.relativePath) ?? '')) ?? [] }));
}

/** Null for more bytes than a note can have. */
function textOf(bytes: Uint8Array | null): NoteFileSaid {
  if (bytes === null) return { problem: 'too-long' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 without a mark is valid UTF-8, and full of these.
    if (text.includes('\0')) return { problem: 'not-text' };
    const note = cleanNote(text);
    if (note === null) return { problem: 'empty' };
    return saidIn(note);
  } catch {
    return { problem: 'not-text' };
  }
}

const NUMBER_SIGN = /^n[°º]\s*:?\s*(\S.*)$/iu;
const NUMBER_WORD = /^(?:no|number|num[ée]ro)\s*:\s*(\S.*)$/iu;
/** A note may begin with such a word, as in "No invoice for May": without a colon, only a single word with a digit is a number. */
const NUMBER_ONLY = /^(?:no|number|num[ée]ro)\s+(?=\S*\d)(\S+)$/iu;

/** A number in the first line, and the note in the others. */
function saidIn(note: string): NoteFileSaid {
  const [first = '', ...others] = note.split('\n');
  const line = first.trimEnd();
  const [, number] = NUMBER_SIGN.exec(line) ?? NUMBER_WORD.exec(line) ?? NUMBER_ONLY.exec(line) ?? [];
  if (number !== undefined && !isOwnNumber(number)) return { problem: 'number-too-long' };
  const text = number === undefined ? note : cleanNote(others.join('\n'));
  if (text !== null && text.length > NOTE_CHARACTERS_MAX) return { problem: 'too-long' };
  return { text, ownNumber: number === undefined ? null : cleanLine(number) };
}

/** The path without the ending of the name. */
function stemOf(path: string): string {
  return path.replace(/\.[^./]*$/, '');
}

function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/**
 * New scans beside which a file of entries is new as well wait until that is read, in a folder that takes both together (C43): the journal then knows
 * both. What is in the cloud, or what a writer holds, is not waited for, since that may last.
 */
export function waitForEntries({ pairs }: Pick<Folder, 'pairs'>, fresh: readonly Fresh[]): readonly Fresh[] {
  if (pairs === 'no') return fresh;
  const awaited = new Set(fresh.filter(isReadSoon).flatMap(({ relativePath }) => whereItsScanLies(relativePath)));
  if (awaited.size === 0) return fresh;
  const isScan = (file: Fresh): boolean => !isEntries(file) && whereItsScanLies(file.relativePath).some((place) => awaited.has(place));
  return fresh.map((file) => (isScan(file) ? { ...file, awaitsEntries: true } : file));
}

/** Whether scans may wait for this file: the next sweep lets them go on. */
export function isAwaited({ pairs }: Pick<Folder, 'pairs'>, file: Pick<Fresh, 'relativePath'>): boolean {
  return pairs !== 'no' && isEntries(file);
}

/** Beside each other, or in one sub-folder, where names need not say that they belong together. */
function whereItsScanLies(relativePath: string): readonly string[] {
  const end = relativePath.lastIndexOf('/') + 1;
  return [pairKeyOf(relativePath), ...(end === 0 ? [] : [relativePath.slice(0, end)])];
}

function isReadSoon(file: Fresh): boolean {
  return isEntries(file) && file.special === null && !file.isHeld;
}

function isEntries({ relativePath }: Pick<Fresh, 'relativePath'>): boolean {
  return entriesEndingOf(relativePath.slice(relativePath.lastIndexOf('/') + 1)) !== null;
}
