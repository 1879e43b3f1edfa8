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
  'onboarding',
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

/** The text of `--help`, also printed for an unknown command or option. */
export const USAGE = `relay [--port N] [--store STORE]                      serves, until SIGTERM
   STORE: sqlite:FILE, or postgres://USER@HOST/DATABASE without its password (RELAY_STORE, RELAY_STORE_FILE and PGPASSWORD
   may hold it); ?sslmode=verify-full behind it unless the server is on this machine
relay --check-config                                  says where each setting comes from and what is wrong
relay doctor                                          looks at service, keys, clock, store and the public address
relay backup FILE                                     copies the SQLite store while it is in use
relay device list [--json]                            the enrolled devices: when they came, were used, and what they read
relay device end ID [--json]                          ends a device's token and all that it reads, at once
relay invitation --integration ID [--company NAME] [--accountant NAME] [--deposit-secret] [--out FILE.intray] [--json]
   invites a computer to connect this integration, once and within a day: prints a link, and a QR code at a terminal;
   --deposit-secret reads the integration's secret from the standard input, tries it on the service, and prints a number
relay invitation list [--json]                        who was invited, and what became of it
relay invitation withdraw ID [--json]                 ends an invitation that nobody has used
relay invitation audit [--json]                       what operators and computers did with invitations, and when
relay keys                                            the service's keys: when they were published, and used
relay keys distrust THUMBPRINT                        nothing that this key signed is believed any more, for good
relay onboarding [--json]                             what the service's operator asks a partner for, and which of it is missing
relay quarantine [--json]                             lists what the service signed and nobody could read
relay quarantine replay [ID] [--json]                 reads it again, all or one, and gives desktops what can be read now
relay seal-keys [--json]                              the keys that seal results: what lies under each, which may be taken away
relay seal-keys give-up ID                            takes away what lies under a key that is lost
relay new-epoch                                       desktops read everything again; after data were brought back from a copy

Settings are environment variables; --check-config lists them, and docs/operations/relay.md explains each. Behind a proxy
RELAY_PROXY_ADDRESSES names it: x-forwarded-for is believed from nobody else. GET /metrics is shown to nobody unless
RELAY_METRICS_LISTEN gives it an address of its own, or RELAY_METRICS_TOKEN is set and the request carries it.`;
