const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Extracts the identifier from pasted text, such as a whole line of an e-mail. Text without one is returned as typed. */
export function idOf(pasted: string): string {
  const found = pasted.match(UUID) ?? [];
  const [only] = found;
  return only !== undefined && found.length === 1 ? only : pasted;
}
