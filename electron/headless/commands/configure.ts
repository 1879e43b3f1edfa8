import { z } from 'zod';
import type { InstallationChange, InstallationFault } from '#shared/app-api/installation.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { safeUrlSchema, serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Call, type Command, command } from './support/command.ts';
import { complain } from './support/say.ts';

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
