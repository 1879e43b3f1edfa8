import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which keys may sign for us, from a file that is reviewed like code (ADR-79). Public halves, as SPKI in base64. */
export type ReviewedKeys = {
  /** Null until there is a key of releases: then nothing is signed, and no build looks for updates. */
  readonly current: string | null;
  readonly spare: string | null;
  /** Keys that must not be trusted any longer, named in every announcement. */
  readonly withdrawn: readonly string[];
};

/** Nothing else names a key: neither a variable of the repository nor the environment. A fork or a test gives another file by `--keys`. */
export const KEYS_FILE = join(import.meta.dirname, 'update-keys.json');

/** Throws a sentence if the file is not one of keys. */
export function readUpdateKeys(file: string = KEYS_FILE): ReviewedKeys {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof read !== 'object' || read === null || Object.keys(read).toSorted().join() !== 'current,spare,withdrawn')
    throw new Error(`${file} has to name "current", "spare" and "withdrawn", and nothing else`);
  const { current, spare, withdrawn } = read as Record<keyof ReviewedKeys, unknown>;
  if (!isKeyOrNull(current) || !isKeyOrNull(spare)) throw new Error(`${file} names what is no public key of Ed25519, as SPKI in base64`);
  if (!Array.isArray(withdrawn) || !withdrawn.every(isKey)) throw new Error(`${file} names as withdrawn what is no public key`);
  if (current === null && spare !== null) throw new Error(`${file} names a spare key without a current one`);
  if (current !== null && current === spare) throw new Error(`${file} names one key twice: the spare one has to be another pair’s`);
  return { current, spare, withdrawn };
}

/** Those that installations are built with and that were not withdrawn. */
export function trustedKeys({ current, spare, withdrawn }: ReviewedKeys): readonly string[] {
  return [current, spare].filter((key) => key !== null && !withdrawn.includes(key)) as readonly string[];
}

function isKeyOrNull(value: unknown): value is string | null {
  return value === null || isKey(value);
}

/** In the one spelling that is compared: base64 has several for the same bytes. */
function isKey(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    const key = createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && key.export({ format: 'der', type: 'spki' }).toString('base64') === value;
  } catch {
    return false;
  }
}
