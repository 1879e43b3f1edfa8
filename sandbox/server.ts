import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { endWithNpm } from '#shared/node/end-with-npm.ts';
import { serve } from '#shared/node/http/serve.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { cutting } from './faults/broken-answer.ts';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { DEFAULT_SWITCHES, type SwitchesPatch, switchesPatchSchema, switchesSchema } from './switches/switches-schema.ts';
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RSA_BITS_MIN } from '#shared/contract/limits.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { pinoLog } from '#shared/node/log.ts';
import { nodeRandom } from '#shared/node/random.ts';
import type { ConsoleFile } from './console/console-route.ts';
import type { SandboxWorld } from './core.ts';
import { decodeInThread } from './decoding/decode-in-thread.ts';

const BUILT = join(import.meta.dirname, '../dist/console');

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

const OPTIONS = {
  port: { type: 'string' },
  data: { type: 'string' },
  'webhook-url': { type: 'string' },
  switches: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const PORT_MAX = 65_535;

await main(readArguments(process.argv.slice(2)));

/** Exit codes: 0: it was told to stop; 2: the request cannot be fulfilled. */
async function main(asked: ReturnType<typeof readArguments>): Promise<void> {
  if (!asked.ok) return refuse(asked.failure);
  if (asked.value === 'help') return void process.stdout.write(HELP);
  return serveIt(asked.value);
}

/** Serves the sandbox on loopback until it is told to stop. Prints one JSON line when it is ready; logs go to stderr. */
async function serveIt(wanted: Arguments): Promise<void> {
  // The data file contains credentials and signing keys.
  process.umask(0o077);
  endWithNpm();
  const world = realWorld();
  // The origin is known once there is a port, and no client knows the port before the ready line.
  let sandbox: Sandbox | null = null;
  const answer = cutting(async (request) => sandbox?.fetch(request) ?? new Response(null, { status: 503 }));
  const served = await orCode(serve(answer, { port: wanted.port, host: '127.0.0.1', drainMs: 1_000, problemType: PROBLEM_TYPE }));
  if (typeof served === 'string') {
    await world.close();
    return refuse(`--port ${wanted.port} cannot be listened on (${served}): another program may have it.`);
  }
  const { dataFile, switches } = wanted;
  const opened = openedOr(() =>
    createSandbox(world, { dataFile, switches, origin: `http://127.0.0.1:${served.port}`, consoleFile: world.consoleFile }),
  );
  if (typeof opened === 'string') {
    await Promise.all([served.close(), world.close()]);
    return refuse(
      `--data ${dataFile} cannot be opened (${opened}): it has to be a file of the sandbox's, or a new one in a folder that is there.`,
    );
  }
  sandbox = opened;
  opened.start();
  const stop = (): void => {
    void served
      .close()
      .then(() => opened.close())
      .then(() => world.close());
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  console.log(JSON.stringify({ ready: 'sandbox', ...opened.addresses, ...opened.credentials }));
}

/** One sentence for the person about a request that cannot be fulfilled. */
function refuse(sentence: string): void {
  console.error(`${sentence}\nSee --help.`);
  process.exitCode = 2;
}

/** Returns the system's error code if the promise rejects. */
async function orCode<T>(promise: Promise<T>): Promise<T | string> {
  try {
    return await promise;
  } catch (error) {
    return codeOf(error);
  }
}

/** The data file's folder may not exist, or the file may be somebody else's, or not a database. */
function openedOr(open: () => Sandbox): Sandbox | string {
  try {
    return open();
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

type Arguments = { readonly port: number; readonly dataFile: string; readonly switches: SwitchesPatch };

/** Parses the command line; the failure is one sentence for the person. */
function readArguments(args: readonly string[]): Result<Arguments | 'help', string> {
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
    // Unknown options, missing values and words without an option: the first sentence is for the person, the rest for programmers.
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

type RealWorld = SandboxWorld & { readonly consoleFile: ConsoleFile; close(): Promise<void> };

/** The machine's own clock, randomness, network and stderr. */
function realWorld(): RealWorld {
  const http = undiciHttp();
  return {
    clock: nodeClock(),
    random: nodeRandom(),
    http,
    log: pinoLog({ name: 'sandbox' }),
    newSigningKey,
    decodeFile: decodeInThread,
    consoleFile: (name) => readFile(join(BUILT, name)).catch(() => null),
    close: () => http.close(),
  };
}

/** RSA of 2,048 bits, as PKCS #8 in PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: RSA_BITS_MIN }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
