import type { InvalidReason } from './connection.ts';
import type { FolderState } from './folder/folder.ts';
import type { ItemStateKind } from './item/item-state.ts';
import type { Problem } from './item/problem.ts';
import type { Question } from './item/question.ts';

/**
 * `person`: it stays until a person acts, because something outside this computer proves it, or because it is the person's to decide.
 * `itself`: Intray goes on asking or looking, and it ends when its cause does.
 */
export type LeftBy = 'person' | 'itself';

type Stopping = {
  readonly connection: Readonly<Record<InvalidReason | 'paused', LeftBy>>;
  readonly folder: Readonly<Record<Exclude<FolderState, 'present'>, LeftBy>>;
  readonly document: Readonly<Record<Exclude<ItemStateKind, 'held' | 'unfit'>, LeftBy>>;
  readonly question: Readonly<Record<Question['kind'], LeftBy>>;
  readonly problem: Readonly<Record<Problem['kind'], LeftBy>>;
};

/**
 * Who can end each state that stops a company, a folder or a document. The table in docs/failures.md says what proves those that only a person
 * can end, and a test compares the two.
 */
export const LEFT_BY: Stopping = {
  connection: {
    SMB_CLOSED: 'person',
    SMB_NOTFOUND: 'person',
    CPA_CLOSED: 'person',
    revoked: 'person',
    'wrong-secret': 'itself',
    'no-secret': 'itself',
    unknown: 'itself',
    paused: 'person',
  },
  folder: { missing: 'itself', silent: 'itself', denied: 'itself', swapped: 'itself' },
  document: {
    aside: 'person',
    waiting: 'itself',
    uploading: 'itself',
    awaiting: 'itself',
    accepted: 'person',
    refused: 'person',
  },
  question: {
    blank: 'person',
    'not-understood': 'person',
    'other-type': 'person',
    flood: 'person',
    'new-subfolder': 'person',
    'maybe-received': 'person',
    'part-received': 'person',
    'sent-before': 'person',
    'unclear-answer': 'person',
    gone: 'itself',
  },
  problem: {
    'too-large': 'person',
    'not-taken': 'person',
    password: 'person',
    damaged: 'person',
    blank: 'person',
    link: 'person',
    'in-parts': 'person',
    unreadable: 'itself',
    declined: 'person',
  },
};
