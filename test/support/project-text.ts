import { readFileSync } from 'node:fs';

/** A text of the project with LF at the end of each line, also in a clone that was made with CRLF before .gitattributes asked for LF. */
export function projectText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
}
