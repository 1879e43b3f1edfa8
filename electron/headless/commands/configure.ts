import { z } from 'zod';
import type { InstallationChange, InstallationFault } from '#shared/app-api/installation.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { safeUrlSchema, serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Call, type Command, command } from './support/command.ts';
import { complain, sayVaultProblem } from './support/say.ts';
import { settingsChangeSchema } from '#shared/app-api/settings.ts';
import { INSTALLATION_SECRETS } from '#shared/app-api/secrets.ts';

/** The addresses of service and relay: given once per installation by the operator of the relay. */
const placeSchema = z.object({ relayUrl: safeUrlSchema, service: serviceProfileSchema });
/** Stands for the integration id in the line with the installation's own client secret. */
const CLIENT_SECRET = 'client-secret';
type Typed = Required<Pick<InstallationChange, 'secrets'>> & Pick<InstallationChange, 'clientSecret'>;

export const configureCommand: Command = command({
  words: 'configure',
  usage: 'FILE|- [--with-secrets | --start-over]   (JSON: {"relayUrl", "service": {"baseUrl", "authUrl", "jwksUrl", "issuer", "scope"}})',
  summary:
    'tells this installation where service and relay live. Where companies are connected, another place wants their secrets again: with --with-secrets, on standard input, a line each (INTEGRATION-ID SECRET); --start-over removes all companies first',
  begins: true,
  options: { 'with-secrets': { type: 'boolean' }, 'start-over': { type: 'boolean' } },
  schema: z.object({
    paths: z.tuple([z.string()], 'one file, or - for standard input, is expected'),
    'with-secrets': z.boolean().default(false),
    'start-over': z.boolean().default(false),
  }),
  run: async (input, call) => {
    const [path] = input.paths;
    if (path === '-' && input['with-secrets']) {
      call.complain('Standard input cannot be both: give the configuration as a file, and the secrets on standard input.');
      return EXIT.usage;
    }
    const place = await placeFrom(path, call);
    if (typeof place === 'number') return place;
    const typed = input['with-secrets'] ? readSecrets(await call.readInput()) : ok({ secrets: [] });
    if (!typed.ok) return complain(call, typed.failure, EXIT.usage);
    const answer = await call.client.installation.change({ ...place, ...typed.value, startOver: input['start-over'] });
    if (!answer.ok) return complain(call, await sayFault(answer.failure, call));
    call.answer(place, ['Service and relay are known now.']);
    return EXIT.done;
  },
});

async function placeFrom(path: string, call: Call): Promise<z.infer<typeof placeSchema> | ExitCode> {
  const text = path === '-' ? await call.readInput() : await call.readFile(path);
  if (text === null) return complain(call, `${path} cannot be read.`);
  const place = placeSchema.safeParse(jsonOf(text));
  return place.success
    ? place.data
    : complain(call, `This is not an installation's configuration:\n${z.prettifyError(place.error)}`, EXIT.usage);
}

/** One per line: an integration id (or `client-secret`), then its secret. The failure gives the line's number, not its content. */
function readSecrets(text: string): Result<Typed, string> {
  const typed: { secrets: { integrationId: string; secret: string }[]; clientSecret?: string } = { secrets: [] };
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, whose = '', secret = ''] = /^(\S+)\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (whose === CLIENT_SECRET && secret !== '') typed.clientSecret = secret;
    else if (secret === '' || !integrationIdSchema.safeParse(whose).success)
      return fail(`Line ${at + 1} of standard input is not an integration id (or "${CLIENT_SECRET}"), a space, and its secret.`);
    else typed.secrets.push({ integrationId: whose, secret });
  }
  return ok(typed);
}

async function sayFault(fault: InstallationFault, call: Call): Promise<string> {
  if (fault.kind !== 'secrets-wanted') return 'The vault cannot be opened now, so the secrets cannot be checked. Nothing was changed.';
  const { companies } = await call.client.overview();
  const names = companies
    .filter(({ id }) => fault.companyIds.includes(id))
    .map(({ name, integrationId }) => `"${name}" (${integrationId})`);
  const whose = [...names, ...(fault.clientSecret ? ['the installation itself (client-secret)'] : [])].join(', ');
  return `This is another service or relay, which would be sent the secrets of ${whose}. Give each of them again, as it is, with --with-secrets: on standard input, a line each, INTEGRATION-ID SECRET. Or remove all companies first, with --start-over. Nothing was changed.`;
}

const KEYS = Object.keys(settingsChangeSchema.shape);

export const settingsCommands: readonly Command[] = [
  command({
    words: 'settings get',
    usage: '[KEY]',
    summary: 'prints the settings, or one of them',
    options: {},
    schema: z.object({ paths: z.array(z.enum(KEYS)).max(1, 'one setting at a time') }),
    run: async (input, call) => {
      const settings = await call.client.settings.get();
      const [key] = input.paths;
      const value: unknown = key === undefined ? settings : Object.entries(settings).find(([name]) => name === key)?.[1];
      call.answer(value ?? null, saySetting(value));
      return EXIT.done;
    },
  }),
  command({
    words: 'settings set',
    usage: 'KEY VALUE   (a text, a number, true, false, null or JSON)',
    summary: 'changes one setting',
    begins: true,
    options: {},
    schema: z.object({ paths: z.tuple([z.enum(KEYS), z.string()], 'a name and a value are expected') }),
    run: async (input, call) => {
      const [key, text] = input.paths;
      const value = valueOf(text);
      // The schema falls back to defaults, for damaged files; a user who mistypes gets an error instead.
      const change = settingsChangeSchema.safeParse({ [key]: value });
      const kept = change.success ? Object.entries(change.data).find(([name]) => name === key)?.[1] : undefined;
      if (!change.success || (typeof value !== 'object' && kept !== value)) {
        call.complain(`${key} cannot be ${text}.`);
        return EXIT.usage;
      }
      const settings = await call.client.settings.change(change.data);
      const now: unknown = Object.entries(settings).find(([name]) => name === key)?.[1];
      call.answer(settings, saySetting({ [key]: now }));
      if (stands(kept, now)) return EXIT.done;
      call.complain(`${key} cannot be ${text} as long as it is null: name each of its parts.`);
      return EXIT.usage;
    },
  }),
];

/** A text or number as it is; an object with one line per part. */
function saySetting(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [sayValue(value)];
  return Object.entries(value).map(([name, part]) => `${name}: ${sayValue(part)}`);
}

function sayValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Naming one part of a setting that is null has no effect: the setting stays null. */
function stands(named: unknown, now: unknown): boolean {
  return typeof named !== 'object' || named === null || (typeof now === 'object' && now !== null);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so it is plain text.
    return text;
  }
}

const NAMES = INSTALLATION_SECRETS.join(' or ');
const one = z.tuple([z.enum(INSTALLATION_SECRETS)], `a name is expected: ${NAMES}`);

export const secretCommands: readonly Command[] = [
  command({
    words: 'secrets list',
    usage: '',
    summary: 'says which secrets of this installation are kept; never what they are',
    options: {},
    schema: z.object({ paths: z.array(z.string()).max(0, 'nothing else is expected') }),
    run: async (_, call) => {
      tell(await call.client.secrets.view(), call);
      return EXIT.done;
    },
  }),
  command({
    words: 'secrets keep',
    usage: 'NAME   (proxy-password or client-secret; the secret on standard input)',
    summary: 'keeps a secret of this installation in its vault',
    begins: true,
    options: {},
    schema: z.object({ paths: one }),
    run: async (input, call) => {
      const secret = (await call.readInput(`The ${input.paths[0]}`)).replace(/\r?\n$/, '');
      if (secret !== '') return keep(call, input.paths[0], secret);
      call.complain(`The secret is read from standard input, and nothing came.`);
      return EXIT.usage;
    },
  }),
  command({
    words: 'secrets drop',
    usage: 'NAME',
    summary: 'takes a secret of this installation out of its vault',
    options: {},
    schema: z.object({ paths: one }),
    run: (input, call) => keep(call, input.paths[0], null),
  }),
];

function tell(kept: Readonly<Record<string, boolean | null>>, call: Call): void {
  call.answer(
    kept,
    Object.entries(kept).map(
      ([name, is]) => `${name}: ${is === null ? 'not known, since the vault does not open; see "status"' : is ? 'kept' : 'none'}`,
    ),
  );
}

async function keep(call: Call, name: (typeof INSTALLATION_SECRETS)[number], secret: string | null): Promise<ExitCode> {
  const kept = await call.client.secrets.keep({ name, secret });
  if (kept.ok) {
    tell(kept.value, call);
    return EXIT.done;
  }
  call.complain(sayVaultProblem(kept.failure.kind));
  return EXIT.no;
}
