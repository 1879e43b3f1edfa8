import { base32nopad } from '@scure/base';
import type { IntegrationId, Reference } from '../contract/ids.ts';
import type { ImportType } from '../contract/import-types.ts';
import type { Digest } from '../lib/digest.ts';
import type { Sha256 } from '../lib/sha256.ts';
import { utf8 } from '../lib/utf8.ts';

/** It has two digits. */
export const RESUBMISSION_MAX = 99;
const NUMBER_DIGITS = 2;

export type ReferenceOf = {
  readonly integrationId: IntegrationId;
  readonly importType: ImportType;
  readonly bytes: Uint8Array;
  /** Times that a person pressed "Send again" for these bytes, up to `RESUBMISSION_MAX`. */
  readonly resubmission: number;
};

/**
 * Our externalReference (decision 10): 57 characters of [a-z0-9], from the content alone, so that two computers, a
 * crash or a new installation arrive at the same one and the service itself refuses a second copy.
 */
export function reference(sha256: Sha256, of: ReferenceOf): Reference {
  return named(sha256(hashed(of)), of);
}

/** The same for a file that may be large. */
export async function referenceBy(digest: Digest, of: ReferenceOf): Promise<Reference> {
  return named(await digest(hashed(of)), of);
}

/** How often these bytes were sent again by the number at a reference's end; null when it is none of ours. */
export function resubmissionOf(of: string): number | null {
  return OURS.test(of) ? Number(of.slice(-NUMBER_DIGITS)) : null;
}

/** The least and the greatest reference of the same bytes, integration and type. */
export function referencesBeside(of: string): { readonly first: string; readonly last: string } {
  const stem = of.slice(0, -NUMBER_DIGITS);
  return { first: `${stem}00`, last: `${stem}${RESUBMISSION_MAX}` };
}

const OURS = /^iy1[a-z2-7]{52}\d\d$/;

function hashed({ integrationId, importType, bytes }: ReferenceOf): readonly Uint8Array[] {
  return [utf8(`intray/1\0${integrationId}\0${importType}\0`), bytes];
}

function named(digest: Uint8Array, { resubmission }: ReferenceOf): Reference {
  return `iy1${base32nopad.encode(digest).toLowerCase()}${String(resubmission).padStart(NUMBER_DIGITS, '0')}` as Reference;
}
