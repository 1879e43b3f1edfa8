import type { Conversion, ConvertedKind } from '../domain/item/conversion.ts';
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
  /** The private copy of what was made is written there, with its header, and flushed. */
  readonly copy: Pick<CopyTo, 'path' | 'itemId'>;
};

/**
 * Why nothing was made. `gone`, `changed`, `in-cloud`, `unreadable`: the state of the file · `not-understood`: it is damaged, or of a kind that is not
 * supported (BigTIFF) · `too-many-pages`, `too-many-pixels`: a limit that is the same on every computer · `still-too-large`: the service's limit of size
 * cannot be met without making it illegible · `too-slow`, `too-much-memory`: it was ended · `no-room`: our own disk · `stopped`: the person, or the end of the program
 * · `broken`: a fault of ours.
 */
export const CONVERT_FAULTS = [
  'gone',
  'changed',
  'in-cloud',
  'unreadable',
  'not-understood',
  'too-many-pages',
  'too-many-pixels',
  'still-too-large',
  'too-slow',
  'too-much-memory',
  'no-room',
  'stopped',
  'broken',
] as const;
export type ConvertFault = (typeof CONVERT_FAULTS)[number];

/** `page`: from 1. */
export type ConvertProgress = { readonly page: number; readonly pages: number };

/** Makes files into what the service takes, in a process of its own. One at a time; the others wait. */
export interface Converter {
  convert(
    of: ConvertRequest,
    by: { readonly progress: (at: ConvertProgress) => void; readonly stop: Stop },
  ): Promise<Result<Conversion, ConvertFault>>;
}
