import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Core } from '../core.ts';
import { type ImportFault, invalid } from './common-fields.ts';
import type { Imported } from './record.ts';

/** The switch `decodesFiles`: adds what is in the file, or refuses one that cannot be decoded. */
export async function decoded(core: Core, imported: Imported): Promise<Result<Imported, ImportFault>> {
  const { decodesFiles } = core.switches.now();
  if (decodesFiles === 'no' || imported.file === null) return ok(imported);
  const found = await core.decodeFile(imported.file);
  if ('fault' in found && decodesFiles === 'refuse') return fail(invalid(`file cannot be read: ${found.fault}`));
  return ok({ ...imported, decoded: JSON.stringify(found) });
}
