import type { Inspected } from '#shared/domain/folder/inspected.ts';
import { offerFor } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

/** A file is copied into the folder if it can be sent, or if a version of it can be made that can be sent. */
export function accepted(inspected: Inspected): Result<{ readonly sha256: string }, Problem> {
  const { sha256 } = inspected;
  if (inspected.kind === 'fit') return ok({ sha256: inspected.sha256 });
  return sha256 !== null && offerFor(inspected.problem) !== null ? ok({ sha256 }) : fail(inspected.problem);
}
