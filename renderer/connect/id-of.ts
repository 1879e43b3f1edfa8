const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The identifier in what was pasted: a whole line of an e-mail does as well. Everything else stays as it was typed. */
export function idOf(pasted: string): string {
  const found = pasted.match(UUID) ?? [];
  const [only] = found;
  return only !== undefined && found.length === 1 ? only : pasted;
}
