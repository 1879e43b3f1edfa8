import { CONVERTED_BYTES_MAX } from '#shared/contract/limits.ts';
import type { MadeConversion, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { JoinRequest } from '#shared/ports/converter.ts';
import { joinPictures, type PictureSource } from '../join-pictures.ts';
import { type AnswerDeps, keepMade, readSource } from './answer-request.ts';

/** `source`: the number of the file that is the reason for a fault, from 0. */
export type JoinAnswer = { readonly answer: Result<MadeConversion, ConvertFault>; readonly source: number | null };

/** Reads the open pictures, makes one PDF of them, and writes that into the private copy. */
export async function answerJoinRequest({ sources, copy }: JoinRequest, by: AnswerDeps): Promise<JoinAnswer> {
  const sizes = new Map<string, number>();
  const pictures = sources.map(
    (of, at): PictureSource => ({
      kind: of.kind,
      read: async () => {
        const read = await readSource({ at, sha256: of.sha256, kind: of.kind }, by);
        if (!read.ok) return read;
        sizes.set(of.sha256, read.value.byteLength);
        const all = sources.reduce((sum, { sha256 }) => sum + (sizes.get(sha256) ?? 0), 0);
        if (all > CONVERTED_BYTES_MAX) return fail('still-too-large');
        return all > by.sourceBytesMax ? fail('too-much-memory') : ok(read.value);
      },
    }),
  );
  const made = await joinPictures(pictures, by);
  if (!made.ok) return { answer: fail(made.failure.fault), source: made.failure.source };
  return { answer: await keepMade(made.value, { from: 'joined', copy }, by), source: null };
}
