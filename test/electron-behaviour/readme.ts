const TITLE = '## In figures';

/** The text with these figures after their title, which is the last one. */
export function withFigures(text: string, figures: string): string {
  if (!text.includes(TITLE)) throw new Error(`no heading ${TITLE}`);
  return `${text.slice(0, text.indexOf(TITLE))}${TITLE}\n\n${figures}`;
}
