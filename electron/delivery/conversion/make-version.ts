import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { makeJoined } from './make-joined.ts';
import { type MakeVersion, type MakeVersionDeps, makeOfFile, type Version } from './make-of-file.ts';

/**
 * Makes a version of the item from the first of its files that has its bytes, or from the files of its parts. The item, and its copy if it has one,
 * stay as they are.
 */
export async function makeVersion(item: Item, of: MakeVersion, by: MakeVersionDeps): Promise<Result<Version, ConvertFault>> {
  const { kind } = of;
  if (kind !== 'joined') return makeOfFile(item, { ...of, kind }, by);
  const made = await makeJoined({ id: item.id, parts: item.parts ?? [] }, of, by);
  return made.ok ? made : fail(made.failure.fault);
}
