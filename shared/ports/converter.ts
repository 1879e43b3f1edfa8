import type { Conversion, ConvertedKind, ConvertFault } from '../domain/item/conversion/conversion.ts';
import type { Result } from '../lib/result.ts';
import type { CopyTo } from './file-reader.ts';
import type { Stop } from './stop.ts';

export type ConvertRequest = {
  readonly path: string;
  /** The chosen folder that the file has to be in. */
  readonly root: string;
  /** Of the file's bytes; another content is not converted (`changed`). */
  readonly sha256: string;
  readonly kind: ConvertedKind;
  /** Opens a protected PDF; null for all other files. It is kept nowhere, and never logged. */
  readonly password: string | null;
  /** The private copy of what was made is written there, with its header, and flushed. */
  readonly copy: Pick<CopyTo, 'path' | 'itemId'>;
};

/** `page`: from 1. */
export type ConvertProgress = { readonly page: number; readonly pages: number };

/** Makes files into what the service takes, in a process of its own. One at a time; the others wait. */
export interface Converter {
  convert(
    of: ConvertRequest,
    by: { readonly progress: (at: ConvertProgress) => void; readonly stop: Stop },
  ): Promise<Result<Conversion, ConvertFault>>;
}
