const TITLE = '## The assertions';

/** The text with this table after its title, which is the last one. */
export function withTable(text: string, table: string): string {
  return `${text.slice(0, text.indexOf(TITLE))}${TITLE}\n\n${table}`;
}
