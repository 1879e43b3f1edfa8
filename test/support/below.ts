import { relative, sep } from 'node:path';

/** The path from a folder to something inside it, with `/` between the names on every system, as the journal stores it. */
export function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
