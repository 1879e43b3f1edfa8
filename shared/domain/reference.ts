import { base32nopad } from '@scure/base';
import type { IntegrationId, Reference } from '../contract/ids.ts';
import type { ImportType } from '../contract/import-types.ts';
import type { Sha256 } from '../lib/sha256.ts';
import { utf8 } from '../lib/utf8.ts';

export type ReferenceOf = {
  readonly integrationId: IntegrationId;
  readonly importType: ImportType;
  readonly bytes: Uint8Array;
  /** Times that a person pressed "Send again" for these bytes: 0 to 99, since it has two digits. */
  readonly resubmission: number;
};

/**
 * Our externalReference (decision 10): 57 characters of [a-z0-9], from the content alone, so that two computers, a
 * crash or a new installation arrive at the same one and the service itself refuses a second copy.
 */
export function reference(sha256: Sha256, of: ReferenceOf): Reference {
  const salt = utf8(`intray/1\0${of.integrationId}\0${of.importType}\0`);
  const digest = base32nopad.encode(sha256([salt, of.bytes])).toLowerCase();
  return `iy1${digest}${String(of.resubmission).padStart(2, '0')}` as Reference;
}
