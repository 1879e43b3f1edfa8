import { parseArgs } from 'node:util';
import { fail, ok } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';

const OPTIONS = {
  port: { type: 'string' },
  store: { type: 'string' },
  'check-config': { type: 'boolean' },
  json: { type: 'boolean' },
  integration: { type: 'string' },
  company: { type: 'string' },
  accountant: { type: 'string' },
  'deposit-secret': { type: 'boolean' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The words that may stand first. */
export const COMMANDS: ReadonlySet<string> = new Set([
  'doctor',
  'backup',
  'device',
  'invitation',
  'keys',
  'quarantine',
  'seal-keys',
  'new-epoch',
]);

/** One thumbprint in 64 begins with a dash, as an option does. */
const DASHED_THUMBPRINT = /^-[\w-]{42}$/;

/** The failure is a sentence about an unknown option. */
export function readArguments(given: readonly string[]) {
  const dashed = given.filter((one) => DASHED_THUMBPRINT.test(one));
  try {
    const { values, positionals } = parseArgs({
      args: given.filter((one) => !dashed.includes(one)),
      options: OPTIONS,
      allowPositionals: true,
    });
    // What is left are the options of `invitation`, which no other command takes; those that were not given are absent.
    const { port, store, 'check-config': checksConfig = false, json = false, help = false, ...options } = values;
    return ok({ port, store, checksConfig, json, help, options, positionals: [...positionals, ...dashed] });
  } catch (error) {
    if (!(error instanceof Error) || !codeOf(error).startsWith('ERR_PARSE_ARGS')) throw error;
    return fail(`${error.message.split('. ')[0]?.replace(/\.$/, '')}.`);
  }
}
