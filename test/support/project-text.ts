import { readFileSync } from 'node:fs';

/** A text file of the project with LF line ends, even in a clone that was made with CRLF before .gitattributes required LF. */
export function projectText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
}
