import type { MadeConversion, ConvertedKind, ConvertFault } from '../domain/item/conversion/conversion.ts';
import type { PictureKind } from '../domain/item/joining/parts.ts';
import type { Result } from '../lib/result.ts';
import type { CopyTo } from './file-reader.ts';
import type { Stop } from './stop.ts';

/** A file to convert. */
type Source<Kind> = {
  readonly path: string;
  /** The chosen folder that the file has to be in. */
  readonly root: string;
  /** Of the file's bytes; another content is not converted (`changed`). */
  readonly sha256: string;
  readonly kind: Kind;
};

export type ConvertRequest = Source<ConvertedKind> & {
  /** Opens a protected PDF; null for all other files. It is kept nowhere, and never logged. */
  readonly password: string | null;
  /** All pictures of a file that has several become pages of one PDF; otherwise the main one alone is shown. */
  readonly allPictures?: boolean;
  /** The private copy of what was made is written there, with its header, and flushed. */
  readonly copy: Pick<CopyTo, 'path' | 'itemId'>;
};

/** Pictures that become the pages of one PDF, in this order. */
export type JoinRequest = {
  readonly kind: 'joined';
  readonly sources: readonly Source<PictureKind>[];
  readonly copy: ConvertRequest['copy'];
};

/** `source`: the number of the file that is the reason, from 0; null if no single one is. */
export type JoinFault = { readonly fault: ConvertFault; readonly source: number | null };

/** `page`: from 1. */
export type ConvertProgress = { readonly page: number; readonly pages: number };

export type ConvertWork = { readonly progress: (at: ConvertProgress) => void; readonly stop: Stop };

/** Makes files into what the service takes, in a process of its own. One at a time; the others wait. */
export interface Converter {
  convert(of: ConvertRequest, by: ConvertWork): Promise<Result<MadeConversion, ConvertFault>>;
  join(of: JoinRequest, by: ConvertWork): Promise<Result<MadeConversion, JoinFault>>;
}
