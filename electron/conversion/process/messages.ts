import type { MadeConversion, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Result } from '#shared/lib/result.ts';
import type { ProcessWithOutput } from '../../file-process/questions.ts';
import type { StartedMessage } from '../../platform/parent-process.ts';
import type { ConvertProgress, ConvertRequest, JoinRequest } from '#shared/ports/converter.ts';

/** What the process that converts says. `source`: of several files that are joined, the one that is the reason for a fault. */
export type ConversionMessage =
  | StartedMessage
  | { readonly kind: 'page'; readonly at: ConvertProgress }
  | {
      readonly kind: 'answer';
      readonly answer: Result<MadeConversion, ConvertFault>;
      readonly source?: number | null;
    };

export type ConversionRequest = ConvertRequest | JoinRequest;

/** A started process, which is asked once. */
export type ConversionChild = ProcessWithOutput<ConversionRequest, ConversionMessage>;
export type StartConversionChild = () => ConversionChild;

/** What its memory watch writes to standard output before it ends the process, which may be busy and unable to say anything itself. */
export const TOO_MUCH_MEMORY = 'intray: too much memory';
