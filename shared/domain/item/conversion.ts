import { z } from 'zod';
import type { ItemState } from './item-state.ts';

/** Formats that are made into one that the service takes. */
export const CONVERTED_KINDS = ['tiff', 'heic', 'webp'] as const;
export type ConvertedKind = (typeof CONVERTED_KINDS)[number];

/** What was made from a file, because the service does not take it as it is (C44). The file itself stays as it is. */
export const conversionSchema = z.object({
  /** Of what was made, hexadecimal; the item's own hash stays that of the file. */
  sha256: z.string(),
  bytes: z.number(),
  mediaType: z.enum(['application/pdf', 'image/jpeg']),
  pages: z.number(),
  from: z.enum(CONVERTED_KINDS),
  /** Name and version of the programs that made it: another version may make other bytes. */
  tools: z.string(),
});

export type Conversion = Readonly<z.infer<typeof conversionSchema>>;

/** What a version can be made from; null for all other documents. An ignored one counts: who has it sent no longer ignores it. */
export function convertedKindOf({ state, sha256 }: { readonly state: ItemState; readonly sha256: string | null }): ConvertedKind | null {
  const unfit = state.kind === 'aside' && state.why === 'person' ? state.unfit : state.kind === 'unfit' ? state : undefined;
  if (unfit?.by !== 'intray' || unfit.problem.kind !== 'not-taken' || sha256 === null) return null;
  const { found } = unfit.problem;
  return CONVERTED_KINDS.find((kind) => kind === found) ?? null;
}
