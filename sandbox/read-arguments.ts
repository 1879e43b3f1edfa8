import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { DEFAULT_SWITCHES, type SwitchesPatch, switchesPatchSchema, switchesSchema } from './switches/switches-schema.ts';

const defaults = new Map<string, unknown>(Object.entries(DEFAULT_SWITCHES));
const switchLines = Object.entries(switchesSchema.shape).map(
  ([name, { description = '' }]) => `  ${name} ${JSON.stringify(defaults.get(name))}: ${description}\n`,
);

export const HELP = `The sandbox: the whole service on this machine, for tests, demonstrations and people.

  npm run -s sandbox -- [--port N] [--data FILE] [--webhook-url URL] [--switches JSON]

  --port N            listens there on 127.0.0.1; a free one without it
  --data FILE         keeps credentials, keys, documents and deliveries in this SQLite file; in memory without it
  --webhook-url URL   where events are delivered, http or https; the control API can say it later
  --switches JSON     what is different about this service, as {"maxFileBytes":4000000}
  -h, --help          this page

When it is ready it prints one JSON line, with its addresses and the partner's credentials; its log goes to standard error.
The switches, each with its default (C1 and so on: docs/contract/readings.md):

${switchLines.join('')}`;

export type Arguments = { readonly port: number; readonly dataFile: string; readonly switches: SwitchesPatch };

const OPTIONS = {
  port: { type: 'string' },
  data: { type: 'string' },
  'webhook-url': { type: 'string' },
  switches: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const PORT_MAX = 65_535;

/** Parses the command line; the failure is one sentence for the user. */
export function readArguments(args: readonly string[]): Result<Arguments | 'help', string> {
  const split = splitArguments(args);
  if (!split.ok) return split;
  const { help, port = '0', data = ':memory:', switches: text = '{}', 'webhook-url': webhookUrl } = split.value;
  if (help === true) return ok('help');
  if (!/^\d{1,5}$/.test(port) || Number(port) > PORT_MAX) return fail(`--port is a whole number from 0 to ${PORT_MAX}, not "${port}".`);
  if (data === '') return fail('--data is the path of a file.');
  const json = jsonOf(utf8(text));
  if (json === undefined) return fail(`--switches is no JSON: ${text}`);
  const switches = switchesPatchSchema.safeParse(json);
  if (!switches.success) return fail(`--switches: ${sayIssue(switches.error.issues[0])}.`);
  const place = switchesPatchSchema.safeParse({ webhookUrl });
  if (!place.success) return fail(`--webhook-url is an http or https address, not "${webhookUrl}".`);
  return ok({ port: Number(port), dataFile: data, switches: webhookUrl === undefined ? switches.data : { ...switches.data, webhookUrl } });
}

function splitArguments(args: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...args], options: OPTIONS }).values);
  } catch (error) {
    // Unknown options, missing values and words without an option: the first sentence is for the user, the rest for programmers.
    const said = error instanceof Error ? error.message : 'cannot be understood';
    return fail(`${said.split('. ')[0]?.replace(/\.$/, '') ?? said}.`);
  }
}

type Issue = { readonly code: string; readonly path: readonly PropertyKey[]; readonly message: string; readonly keys?: readonly string[] };

function sayIssue(issue: Issue | undefined): string {
  if (issue === undefined) return 'cannot be understood';
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) return `there is no switch ${(issue.keys ?? []).join(', ')}`;
  return issue.path.length === 0 ? 'an object is expected, as {"maxFileBytes":4000000}' : `${issue.path.join('.')}: ${issue.message}`;
}
