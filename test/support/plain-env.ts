import process from 'node:process';

/** This program's environment for one that it starts, without unset variables. */
export function plainEnv(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
