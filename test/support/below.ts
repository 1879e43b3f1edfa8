import { relative, sep } from 'node:path';

/** The way from a folder to what lies in it, with `/` between the names on every system, as the journal has it. */
export function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
