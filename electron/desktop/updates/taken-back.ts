import { join } from 'node:path';
import type { Update } from '#shared/domain/update.ts';
import { type KeptWords, keptWords } from './kept-words.ts';

/** Versions that were taken back. They are stored in `folder`, so that replaying the announcement of one installs it nowhere (ADR-49). */
export function takenBackVersions(folder: string): KeptWords {
  return keptWords(join(folder, 'taken-back.json'), 'takenBack');
}

export type Own = {
  readonly version: string;
  /** Schema version of its journal. */
  readonly journal: number;
};

/** Whether an installation may move from its own version to the announced one, which may be older. */
export type WayBack = {
  /** The announcement takes this installation's version back, so an older one is allowed. */
  readonly mayBeOlder: boolean;
  /** The announced version can open this installation's journal. */
  readonly reads: boolean;
};

export function wayBack({ takesBack, journal }: Update, own: Own): WayBack {
  return { mayBeOlder: takesBack.includes(own.version), reads: journal >= own.journal };
}
