import type { Conversion, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Result } from '#shared/lib/result.ts';
import type { ProcessWithOutput } from '../../file-process/questions.ts';
import type { ConvertProgress, ConvertRequest } from '#shared/ports/converter.ts';

/**
 * What the process that converts says. `isToEnd`: after this file it holds too much memory, or may be in a damaged state, so that the next file
 * gets another process.
 */
export type ConversionMessage =
  | { readonly kind: 'page'; readonly at: ConvertProgress }
  | { readonly kind: 'answer'; readonly answer: Result<Conversion, ConvertFault>; readonly isToEnd: boolean };

/** A started process, which is asked for one file at a time. */
export type ConversionChild = ProcessWithOutput<ConvertRequest, ConversionMessage>;
export type StartConversionChild = () => ConversionChild;

/** What its memory watch writes to standard output before it ends the process, which may be busy and unable to say anything itself. */
export const TOO_MUCH_MEMORY = 'intray: too much memory';
