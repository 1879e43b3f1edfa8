import process from 'node:process';

/** The environment of this program for one that it starts, without what is not set. */
export function plainEnv(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
