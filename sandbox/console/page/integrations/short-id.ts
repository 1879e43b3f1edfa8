/** The beginning of a UUID: enough to tell a handful apart. */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…`;
}
