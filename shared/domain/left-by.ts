import type { InvalidReason } from './connection.ts';
import type { FolderState } from './folder/folder.ts';
import type { ItemStateKind } from './item/item-state.ts';
import type { Problem } from './item/problem.ts';
import type { Question } from './item/question.ts';

/**
 * `user`: it stays until a user acts, because something outside this computer proves it, or because it is the user's to decide.
 * `itself`: Intray goes on asking or looking, and it ends when its cause does.
 */
export type LeftBy = 'user' | 'itself';

type Stopping = {
  readonly connection: Readonly<Record<InvalidReason | 'paused', LeftBy>>;
  readonly folder: Readonly<Record<Exclude<FolderState, 'present'>, LeftBy>>;
  readonly document: Readonly<Record<Exclude<ItemStateKind, 'held' | 'unfit'>, LeftBy>>;
  readonly question: Readonly<Record<Question['kind'], LeftBy>>;
  readonly problem: Readonly<Record<Problem['kind'], LeftBy>>;
};

/**
 * Who can end each state that stops a company, a folder or a document. The table in docs/failures.md says what proves those that only a user
 * can end, and a test compares the two.
 */
export const LEFT_BY: Stopping = {
  connection: {
    SMB_CLOSED: 'user',
    SMB_NOTFOUND: 'user',
    CPA_CLOSED: 'user',
    revoked: 'user',
    'wrong-secret': 'itself',
    'no-secret': 'itself',
    unknown: 'itself',
    paused: 'user',
  },
  folder: { missing: 'itself', silent: 'itself', denied: 'itself', swapped: 'itself' },
  document: {
    aside: 'user',
    waiting: 'itself',
    uploading: 'itself',
    awaiting: 'itself',
    accepted: 'user',
    refused: 'user',
  },
  question: {
    blank: 'user',
    'not-understood': 'user',
    'other-type': 'user',
    'bulk-arrival': 'user',
    'new-subfolder': 'user',
    'maybe-received': 'user',
    'part-received': 'user',
    'sent-before': 'user',
    note: 'user',
    entries: 'user',
    'entries-missing': 'user',
    'unclear-answer': 'user',
    gone: 'itself',
  },
  problem: {
    'too-large': 'user',
    'not-taken': 'user',
    'entries-among-scans': 'user',
    'entries-without-scan': 'user',
    'entries-late': 'user',
    'scan-among-entries': 'user',
    'not-taken-as-entries': 'user',
    password: 'user',
    damaged: 'user',
    blank: 'user',
    link: 'user',
    'in-parts': 'user',
    unreadable: 'itself',
    declined: 'user',
    entries: 'user',
    'no-entries': 'user',
    'entries-misfit': 'user',
  },
};
