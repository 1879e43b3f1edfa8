import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import process from 'node:process';

/** A text file of the project with LF line ends, even in a clone that was made with CRLF before .gitattributes required LF. */
export function projectText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
}

/** The path from a folder to something inside it, with `/` between the names on every system, as the journal stores it. */
export function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** This program's environment for one that it starts, without unset variables. */
export function plainEnv(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
