import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '#shared/lib/text/fold-text.ts';
import { nameKey } from '#shared/lib/file-names.ts';
import { lendSentNameKey } from '../items/submission-rows.ts';
import { thumbprintOf } from '../results/key-rows.ts';
import { lendReferenceStem } from '../results/reference-stem-rows.ts';

/** Provides our functions to the migrations and statements of a journal, for as long as it is open. */
export function lendFunctions(database: DatabaseSync): void {
  database.function('fold_text', { deterministic: true }, (text) => foldText(String(text)));
  database.function('name_key', { deterministic: true }, (name) => nameKey(String(name)));
  database.function('thumbprint_of', { deterministic: true }, (jwk) => thumbprintOf(String(jwk)));
  lendReferenceStem(database);
  lendSentNameKey(database);
}
