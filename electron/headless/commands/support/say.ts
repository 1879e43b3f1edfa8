import { translator } from '#shared/i18n/translate.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Call } from './command.ts';
import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import { SENT_BEFORE_WAYS } from '#shared/domain/item/sent-before/sent-before.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { type Remark, remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { VaultProblem } from '#shared/app-api/faults.ts';

/** They surround a name on a screen that turns the direction of text; a terminal shows them as odd characters. */
const ISOLATES = /[\u2068\u2069]/g;
const english = translator('en');

/** A sentence of the window, for a terminal. Its values are foreign text. */
export function say(...[key, values]: Parameters<typeof english>): string {
  return plain(english(key, values).replaceAll(ISOLATES, ''));
}

/** Ends a command that was not carried out. */
export function complain(call: Pick<Call, 'complain'>, sentence: string, exit: ExitCode = EXIT.no): ExitCode {
  call.complain(sentence);
  return exit;
}

const SENT_BEFORE_WORDS = {
  same: 'documents with the same pages as a sent one',
  grown: 'documents with the pages of a sent one, and more',
  changed: 'files that were changed after they were sent',
  leave: 'not sent',
  send: 'sent as new documents',
} as const;

const WHY = {
  chosen: '',
  first: ' (its first files)',
  quick: ' (its scanner writes at once)',
  pages: ' (its scanner writes page after page)',
} as const;

/** How a folder is watched, in one line. */
export function sayFolder({
  path,
  importType,
  settleMs,
  subfolders,
  after,
  refusalNote,
  converts,
  sentBefore,
  waits,
  notes,
  pairs,
}: Folder): string {
  const kinds = CONVERSION_GROUPS.filter((group) => converts[group] !== null);
  const rules = SENT_BEFORE_WAYS.flatMap((way) =>
    sentBefore[way] === 'ask' ? [] : [`${SENT_BEFORE_WORDS[way]}: ${SENT_BEFORE_WORDS[sentBefore[way]]}`],
  );
  const afterwards = after === 'move' ? 'moved after their result' : 'left where they lie after their result';
  return [
    `folder ${JSON.stringify(path)}: ${importType}`,
    subfolders ? 'with sub-folders' : 'without sub-folders',
    `files are read when they were quiet for ${settleMs} ms${WHY[waits.kind]}`,
    `and ${afterwards}${refusalNote ? '; a text with the reason is written beside a refused one' : ''}${sayNotes(notes)}${PAIR_WORDS[pairs]}${kinds.length === 0 ? '' : `; converted and sent without asking: ${kinds.join(', ')}`}${rules.map((rule) => `; ${rule}`).join('')}`,
  ].join(', ');
}

const PAIR_WORDS = {
  no: '',
  'if-there': '; entries beside a scan of the same name go with it',
  expected: '; no scan is sent without the entries beside it',
} as const satisfies Record<Folder['pairs'], string>;

function sayNotes({ text, holdsSince, beside, numberPattern }: Folder['notes']): string {
  const own = text === null ? '' : `; the note ${JSON.stringify(text)} goes with each document`;
  const held = holdsSince === null ? '' : '; each document waits until its own note is written or refused';
  const number =
    numberPattern === null ? '' : `; the number of each document is in the name of its file, as in ${JSON.stringify(numberPattern)}`;
  return `${own}${held}${beside ? '; a text file beside a document (scan.note.txt beside scan.pdf) is its note' : ''}${number}`;
}

/** What to know of a version before it is sent, a line each. */
export function sayRemarks({ remarks = [] }: Pick<Conversion, 'remarks'>): readonly string[] {
  return remarks.map((remark) => `${ofPart(remark)}${sayRemark(remark)}`);
}

/** Why it was not sent although that was said; null if nothing speaks against it, or if the user says that they know. */
export function whyNotSent({ remarks }: Pick<Conversion, 'remarks'>, isAllTheSame: boolean): string | null {
  if (isAllTheSame || remarksAgainst(remarks).length === 0) return null;
  return 'Nothing was sent, because of what is said above. Look at it first (--to writes it to a file); "--send --all-the-same" sends it.';
}

function ofPart(remark: Remark): string {
  const part = 'part' in remark ? remark.part : undefined;
  return part === undefined ? '' : `Picture ${part + 1}: `;
}

function sayRemark(remark: Remark): string {
  switch (remark.kind) {
    case 'damaged':
      return 'The file is damaged: some of it may be missing.';
    case 'one-of':
      return `Only 1 of the ${remark.pictures} pictures in the file is in it.`;
    case 'actions-removed':
      return 'JavaScript, and commands that a PDF runs by itself or that open other files, were taken out of it.';
    case 'unsure':
      return UNSURE[remark.about];
    default:
      return unreachable(remark);
  }
}

const UNSURE: Readonly<Record<Extract<Remark, { kind: 'unsure' }>['about'], string>> = {
  pages: 'It may lack pages of the file.',
  paper: 'Its pages are of another size on paper than those of the file.',
  'one-colour': 'A page of it is blank or of one colour, although the file seems to show something there.',
  content: 'Nothing in a file of this kind shows whether some of it is missing.',
};

/** Why a secret could not be read or kept, and what to do. */
export function sayVaultProblem(kind: VaultProblem): string {
  return WORDS[kind];
}

const WORDS: Readonly<Record<VaultProblem, string>> = {
  'vault-locked': 'The keychain is locked: unlock it, then try again. (A server without one can use --create-key-file FILE.)',
  'vault-unavailable':
    'The key of the secrets cannot be had: no keychain answers here, or --key-file names no key file yet. --create-key-file FILE makes one, of yours alone.',
  'vault-lost': 'The secrets that were kept here cannot be opened any more: "companies reconnect" each company. "status" says why.',
  'vault-newer':
    'A newer version of Intray wrote the file of the secrets, and this one does not read it: install that version again. Nothing was changed.',
  'vault-unreadable':
    'The file of the secrets, vault.json in the folder of the profile, cannot be read or replaced by this user. Mend that, then try again.',
};

export const NO_HOST = 'none runs on this profile, so nothing is watched, sent or read now';

/** Why no file is found in a folder, and what the user can do about it. */
export const FOLDER_WORDS: Readonly<Record<Exclude<FolderState, 'present'>, readonly [detail: string, remedy: string]>> = {
  missing: ['is not there', 'mount its disk or share, or make the folder again; nothing is forgotten meanwhile'],
  silent: ['its disk or share does not answer', 'connect it again; nothing is forgotten meanwhile, and Intray carries on by itself'],
  denied: ['may not be read', 'let this user read it'],
  swapped: ['another disk or folder lies there now', 'bring the right one back, or take this one with "folders accept"'],
};

/** Columns for a terminal, two spaces apart, as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const clean = rows.map((row) => row.map(plain));
  const widths: number[] = [];
  for (const row of clean) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return clean.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A file name is foreign text: control characters and characters that change the text direction are replaced. */
export function plain(cell: string): string {
  return cell.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}
