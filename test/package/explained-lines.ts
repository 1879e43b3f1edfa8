import { readFileSync } from 'node:fs';

export const EXPLAINED_IN = 'docs/operations/debian-package.md';

/** One line of lintian: its tag, and what it is about. */
export type LintianLine = { readonly tag: string; readonly about: string };

/** `W: intray: unknown-field License` */
export function lintianLines(output: string): readonly LintianLine[] {
  const lines = output.matchAll(/^[A-Z]: intray: (\S+)(?: (.*))?$/gm);
  return [...lines].map(([, tag = '', about = '']) => ({ tag, about }));
}

/** What the page explains: the tags with a piece of what each may be about. */
export function explainedLines(): readonly LintianLine[] {
  const rows = readFileSync(EXPLAINED_IN, 'utf8').matchAll(/^\| `([\w-]+)` \| (.+?) \| .+ \|$/gm);
  return [...rows].flatMap(([, tag = '', pieces = '']) => [...pieces.matchAll(/`([^`]+)`/g)].map(([, about = '']) => ({ tag, about })));
}

export function isAbout(line: LintianLine, explained: LintianLine): boolean {
  return line.tag === explained.tag && line.about.includes(explained.about);
}
