import type { Files } from '#shared/ports/files.ts';
import type { Random } from '#shared/ports/random.ts';

export type SpoolDeps = {
  readonly files: Files;
  readonly random: Random;
  readonly folder: string;
  /** The disk has so little room that no file lies idle, to be written over. */
  readonly isLow: () => boolean;
};
