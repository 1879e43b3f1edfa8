import type { InspectBudget } from '../inspect-budget.ts';
import { contentsOf, type ReadPdf } from './pages.ts';
import { opensWithoutPassword } from './pdf-password.ts';
import { nameIn } from './pdf-values.ts';
import { unpacked } from './unpacked.ts';

/** What keeps the user from seeing the pages; null if nothing does. */
export function lockOf({ file, tree }: ReadPdf, budget: InspectBudget): 'password' | 'not-understood' | null {
  const said = file.trailer.entries.get('Encrypt');
  if (said === undefined) return null;
  const lock = file.dictionary(said);
  if (file.isTooMuch()) return 'not-understood';
  // A missing encryption dictionary locks nothing: every viewer opens the file.
  if (lock === null) return null;
  const ids = file.value(file.trailer.entries.get('ID'));
  const id = ids?.kind === 'array' ? file.value(ids.values[0]) : null;
  if (opensWithoutPassword(lock, id ?? undefined)) return null;
  const isKnown = !lock.entries.has('Filter') || nameIn(lock, 'Filter') === 'Standard';
  return isKnown && isPageOpen({ file, tree }, budget) ? null : 'password';
}

/** Whether the first page is readable although the file says that it is encrypted: the encryption is broken, or covers only attachments. */
function isPageOpen({ file, tree }: ReadPdf, budget: InspectBudget): boolean {
  const [first] = tree.pages;
  const parts = first === undefined ? [] : contentsOf(file, first);
  const streams = parts.map((part) => file.stream(part)).filter((stream) => stream !== null);
  const packed = streams.filter(({ dictionary, bytes }) => dictionary.entries.has('Filter') && bytes.byteLength > 0);
  return packed.length > 0 && packed.every((stream) => Buffer.isBuffer(unpacked(stream, budget, 'length')));
}
