import { readSettings, SETTING_NAMES, sourceOf } from '../config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Lists every setting with the source of its value, then what is wrong. Values are never printed, since some are secrets. */
export function checkConfig(environment: Environment): { readonly lines: readonly string[]; readonly ok: boolean } {
  const read = readSettings(environment);
  const width = Math.max(...SETTING_NAMES.map((name) => name.length));
  const listed = SETTING_NAMES.map((name) => `  ${name.padEnd(width)}  ${sourceOf(environment, name)}`);
  const verdict = read.ok ? ['', 'The settings are good.'] : ['', 'Wrong:', ...read.failure.map((line) => `  ${line}`)];
  return { lines: ['Settings (docs/operations/relay.md explains each):', ...listed, ...verdict], ok: read.ok };
}
