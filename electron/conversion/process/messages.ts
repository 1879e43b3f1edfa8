import type { Conversion, ConvertFault } from '#shared/domain/item/conversion.ts';
import type { Result } from '#shared/lib/result.ts';
import type { HeardProcess } from '../../file-process/questions.ts';
import type { ConvertProgress, ConvertRequest } from '#shared/ports/converter.ts';

/**
 * What the process that converts says. `isWorn`: it holds so much memory after this file, or may be left in such a state by it, that the next file
 * gets another process.
 */
export type ConversionMessage =
  | { readonly kind: 'page'; readonly at: ConvertProgress }
  | { readonly kind: 'answer'; readonly answer: Result<Conversion, ConvertFault>; readonly isWorn: boolean };

/** A started process, which is asked for one file at a time. */
export type ConversionChild = HeardProcess<ConvertRequest, ConversionMessage>;
export type StartConversionChild = () => ConversionChild;

/** What its memory watch writes to standard output before it ends the process, which may be busy and unable to say anything itself. */
export const TOO_MUCH_MEMORY = 'intray: too much memory';
