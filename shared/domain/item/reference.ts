import { base32nopad } from '@scure/base';
import type { IntegrationId, Reference } from '../../contract/ids.ts';
import type { Branded } from '../../lib/branded.ts';
import type { ImportType } from '../../contract/import-types.ts';
import type { Sha256 } from '../../lib/digest.ts';
import { utf8 } from '../../lib/bytes.ts';

/** A reference without its number: one for each content, import type and integration. 55 characters of [a-z0-9]. */
export type ReferenceStem = Branded<string, 'ReferenceStem'>;

export const REFERENCE_STEM_CHARACTERS = 55;
/** The number has two digits. */
export const RESUBMISSION_MAX = 99;
const OURS = /^iy2[a-z2-7]{52}\d\d$/;

export type StemInput = {
  readonly integrationId: IntegrationId;
  readonly importType: ImportType;
  /** Hash of the file's bytes as they are on the disk; 64 hexadecimal digits in lower case. */
  readonly contentSha256: string;
};

/** `resubmission`: how often a user pressed "Send again" for these bytes, up to `RESUBMISSION_MAX`. */
export type ReferenceInput = StemInput & { readonly resubmission: number };

/**
 * Our externalReference (C10): 57 characters of [a-z0-9], computed from the content alone, so that two computers, a crash or a new
 * installation arrive at the same one and the service itself refuses a second copy. It needs only the content's hash, not the bytes, so the
 * references of all documents in the journal can be computed at any time.
 */
export function reference(sha256: Sha256, { resubmission, ...of }: ReferenceInput): Reference {
  return numbered(referenceStem(sha256, of), resubmission);
}

export function referenceStem(sha256: Sha256, { integrationId, importType, contentSha256 }: StemInput): ReferenceStem {
  const digest = sha256([utf8(`intray/2\0${integrationId}\0${importType}\0${contentSha256}`)]);
  return `iy2${base32nopad.encode(digest).toLowerCase()}` as ReferenceStem;
}

/** The parts of one of our references; null if it is not ours. */
export function partsOfReference(of: string): { readonly stem: ReferenceStem; readonly resubmission: number } | null {
  if (!OURS.test(of)) return null;
  return { stem: of.slice(0, REFERENCE_STEM_CHARACTERS) as ReferenceStem, resubmission: Number(of.slice(REFERENCE_STEM_CHARACTERS)) };
}

/** The reference of one sending of the stem's bytes. */
export function numbered(stem: ReferenceStem, resubmission: number): Reference {
  return `${stem}${String(resubmission).padStart(2, '0')}` as Reference;
}
