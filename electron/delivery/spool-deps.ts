import type { Files } from '#shared/ports/files.ts';
import type { Random } from '#shared/ports/world.ts';

export type SpoolDeps = {
  readonly files: Files;
  readonly random: Random;
  readonly folder: string;
  /** The disk is so low on space that no file is kept to be overwritten later. */
  readonly isLow: () => boolean;
  /** A file belongs to no item any more. Tests overwrite it at once: whoever still reads it is found out. */
  readonly onFree?: ((path: string) => void) | undefined;
};
