import { join } from 'node:path';
import type { Update } from '#shared/domain/update.ts';
import { type KeptWords, keptWords } from './kept-words.ts';

/** Versions that we took back; remembered in `folder`, so that the announcement of one, shown again, brings it to nobody (ADR-59). */
export function takenBackVersions(folder: string): KeptWords {
  return keptWords(join(folder, 'taken-back.json'), 'takenBack');
}

export type Own = {
  readonly version: string;
  /** The form in which it keeps its journal. */
  readonly journal: number;
};

/** Whether an installation may go from its own version to one that is announced, also where that is older. */
export type WayBack = {
  /** The announcement takes this installation's version back, so an older one is right. */
  readonly mayBeOlder: boolean;
  /** It could open the journal of this one. */
  readonly reads: boolean;
};

export function wayBack({ takesBack, journal }: Update, own: Own): WayBack {
  return { mayBeOlder: takesBack.includes(own.version), reads: journal >= own.journal };
}
