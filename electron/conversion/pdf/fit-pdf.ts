import { fail, type Result } from '#shared/lib/result.ts';
import type { BytesFault } from '../picture.ts';
import type { LadderDeps, Made } from '../size-ladder.ts';

export type FitPdfDeps = LadderDeps & { readonly password: string | null };

/** Makes a PDF without its password, and small enough to be sent. */
export async function fitPdf(_bytes: Uint8Array, _by: FitPdfDeps): Promise<Result<Made, BytesFault>> {
  return fail('not-understood');
}
