import { existsSync, writeFileSync } from 'node:fs';
import { joinUrl, PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { endWithNpm } from '#shared/node/end-with-npm.ts';
import { API_HEADERS } from '#shared/node/http/answer-headers.ts';
import { plainPost } from './http/plain-post.ts';
import { readText } from './read-text-file.ts';
import { openStreamOn } from './http/stream-sink.ts';
import { type ConnectionHandler, serve, type Served } from '#shared/node/http/serve.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { cameByTls } from './http/caller-address.ts';
import { COMMANDS, readArguments, USAGE } from './command-line.ts';
import { checkConfig, examine } from './commands/doctor.ts';
import { deviceCommand } from './commands/device.ts';
import { invitationCommand, type InvitationOptions } from './commands/invitation/invitation.ts';
import { distrustKey, listKeys } from './commands/keys.ts';
import { quarantineCommand } from './commands/quarantine.ts';
import type { CommandOutput } from './commands/said.ts';
import { keyTroubleLines, sealKeysCommand } from './commands/seal-keys.ts';
import { readSettings, relayConfig, SECRET_NAMES, settingRisks, type Settings } from './config.ts';
import { createRelay, type Relay } from './create-relay.ts';
import { onboarding } from './partner.ts';
import { urlOf } from './http/address-list.ts';
import type { RelayWorld } from './relay-core.ts';
import { openStore, storeAt } from './store/open-store.ts';
import { holdsPassword } from './store/postgres/postgres-address.ts';
import type { Store } from './store/store.ts';
import { sealWith } from './store/seal.ts';
import { sqliteBackup } from './store/sqlite/sqlite-store.ts';
import { realWorld } from './world.ts';

/** Longer than any secret that the protocol takes, with the line end behind it. */
const SECRET_CHARACTERS_MAX = 1_000;

const NO_PASSWORD =
  '--store: holds a password, and every user of this machine can read the command line: give the address by RELAY_STORE or by the file that ' +
  'RELAY_STORE_FILE names, or leave the password out and give it by PGPASSWORD.';

/** Exit codes: 1: something is not good; 2: the command line or the configuration is wrong. */
process.exitCode = await main();

async function main(): Promise<number> {
  // The store's file contains hashes of tokens and people's results.
  process.umask(0o077);
  const given = readArguments(process.argv.slice(2));
  if (!given.ok) return wrong(`${given.failure}\n\n${USAGE}`);
  const { port, store, checksConfig, json, help, options, positionals } = given.value;
  if (help) return say(USAGE, 0);
  const [command] = positionals;
  // Checked before anything is read: the command is wrong, not the settings.
  if (command !== undefined && !COMMANDS.has(command)) return wrong(`There is no command "${command}".\n\n${USAGE}`);
  if (store !== undefined && holdsPassword(store)) return wrong(NO_PASSWORD);
  const files = withFiles(process.env);
  if (!files.ok) return wrong(cannotStart(files.failure));
  const environment = {
    ...files.value,
    ...(port === undefined ? {} : { RELAY_PORT: port }),
    ...(store === undefined ? {} : { RELAY_STORE: store }),
  };
  if (checksConfig) {
    const checked = checkConfig(environment);
    return say(checked.lines.join('\n'), checked.ok ? 0 : 2);
  }
  if (command === 'onboarding') {
    if (positionals.length > 1 || Object.keys(options).length > 0) return wrong(USAGE);
    const asked = onboarding(environment, json);
    return say(asked.text, asked.code);
  }
  const settings = readSettings(environment);
  if (!settings.ok) return wrong(cannotStart(settings.failure));
  return run(settings.value, { positionals, json, options });
}

type Asked = { readonly positionals: readonly string[]; readonly json: boolean; readonly options: InvitationOptions };

function run(settings: Settings, { positionals, json, options }: Asked): Promise<number> | number {
  const [command, target] = positionals;
  const asked = { words: positionals.slice(1), json };
  if (command === 'invitation') return invitation(settings, { ...asked, options });
  if (Object.keys(options).length > 0) return wrong(USAGE);
  if (command === 'quarantine') return runOnStore(settings, ({ store }) => quarantineCommand(store, asked));
  if (command === 'device') return runOnStore(settings, (by) => deviceCommand(by, { ...asked, by: whoAmI() }));
  if (command === 'seal-keys') {
    const { RELAY_SEAL_KEYS: sealed } = settings;
    return runOnStore(settings, ({ world, store }) =>
      sealKeysCommand({ ...asked, store, keys: sealed, at: world.clock.wallMs(), by: whoAmI() }),
    );
  }
  if (json) return wrong(USAGE);
  if (command === undefined) return serveIt(settings);
  if (command === 'doctor' && target === undefined) return doctor(settings);
  if (command === 'new-epoch' && target === undefined) return newEpoch(settings);
  if (command === 'backup' && target !== undefined) return backup(settings, target);
  if (command === 'keys') return keys(settings, positionals.slice(1));
  return wrong(USAGE);
}

/** Serves the relay until it is told to stop. Prints one JSON line when it is ready; logs go to stderr. */
async function serveIt(settings: Settings): Promise<number> {
  endWithNpm();
  const { RELAY_HOST: host, RELAY_PORT: port, RELAY_PUBLIC_URL: publicUrl } = settings;
  const world = realWorld(settings.RELAY_LOG_LEVEL);
  for (const { setting, detail } of settingRisks(settings)) world.log.warn(detail, { setting });
  const store = await openConfiguredStore(settings, world);
  const shut = keyTroubleLines(await store.keyTroubles());
  if (shut.length > 0) {
    await Promise.all([store.close(), world.close()]);
    return wrong(cannotStart(shut));
  }
  const relay = createRelay(world, relayConfig(settings), store);
  const isSecure = cameByTls(settings);
  const served = await serve(
    (request, { incoming, outgoing }) =>
      relay.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? '', ...openStreamOn(outgoing) }),
    {
      port,
      host,
      problemType: PROBLEM_TYPE,
      headers: { always: API_HEADERS, ...(isSecure === null ? {} : { isSecure }) },
      plain: plainPost({ path: RELAY_PATHS.webhooks, bytesMax: WEBHOOK_BYTES_MAX, take: relay.webhook }),
    },
  );
  const measured = await serveMetrics(settings, relay);
  relay.start();
  const url = urlOf({ host, port: served.port });
  const webhookUrl = joinUrl(publicUrl ?? url, RELAY_PATHS.webhooks);
  const metricsUrl = metricsUrlOf(settings, { url, apartPort: measured?.port ?? 0 });
  console.log(JSON.stringify({ ready: 'relay', url, webhookUrl, metricsUrl }));
  await new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
  world.log.info('closing');
  relay.drain();
  await world.clock.sleep(settings.RELAY_DRAIN_SECONDS * SECOND_MS);
  await relay.close();
  await Promise.all([served.close(), measured?.close()]);
  await Promise.all([store.close(), world.close()]);
  return 0;
}

/** Serves the metrics on an address of their own, if there is one. */
async function serveMetrics(settings: Settings, relay: Relay): Promise<Served | null> {
  const apart = settings.RELAY_METRICS_LISTEN;
  if (apart === undefined) return null;
  const handler: ConnectionHandler = (request, { incoming }) =>
    relay.metrics(request, { remoteAddress: incoming.socket.remoteAddress ?? '' });
  return serve(handler, { ...apart, problemType: PROBLEM_TYPE });
}

/** The metrics' address for the ready line; null if they are not served. */
function metricsUrlOf(settings: Settings, at: { readonly url: string; readonly apartPort: number }): string | null {
  const { RELAY_METRICS_LISTEN: apart, RELAY_METRICS_TOKEN: token } = settings;
  if (apart !== undefined) return `${urlOf({ host: apart.host, port: at.apartPort })}${RELAY_PATHS.metrics}`;
  return token === undefined ? null : `${at.url}${RELAY_PATHS.metrics}`;
}

async function doctor(settings: Settings): Promise<number> {
  const world = realWorld(settings.RELAY_LOG_LEVEL);
  // Everything else is examined all the same.
  const store = await openConfiguredStore(settings, world).catch((error: unknown) => ({ cannotBeOpened: codeOf(error) }));
  const publicUrl = settings.RELAY_PUBLIC_URL ?? null;
  const findings = await examine({ world, config: relayConfig(settings), store, publicUrl, risks: settingRisks(settings) });
  await Promise.all(['close' in store ? store.close() : null, world.close()]);
  const lines = findings.map(({ verdict, what, detail }) => `${verdict.padEnd(7)}  ${what}: ${detail}`);
  return say(lines.join('\n'), findings.some(({ verdict }) => verdict === 'bad') ? 1 : 0);
}

async function newEpoch(settings: Settings): Promise<number> {
  const { world, store } = await opened(settings);
  await store.newEpoch();
  await Promise.all([store.close(), world.close()]);
  return say('Desktops read everything again from the next start of the relay on. Restart every node now.', 0);
}

async function keys(settings: Settings, words: readonly string[]): Promise<number> {
  const [word, thumbprint] = words;
  if (words.length !== 0 && (words.length !== 2 || word !== 'distrust' || thumbprint === undefined)) return wrong(USAGE);
  const { world, store } = await opened(settings);
  const lines = await listKeys(store);
  const done = thumbprint === undefined || (await distrustKey({ world, store, thumbprint, by: whoAmI() }));
  await Promise.all([store.close(), world.close()]);
  if (thumbprint === undefined) return say(lines.join('\n'), 0);
  if (!done) return say('There is no key with this thumbprint. `relay keys` lists them.', 1);
  return say('Distrusted. Relays on this store obey within a second, desktops within a day.', 0);
}

/** The operator's name for the audit log. A container's user may have none. */
function whoAmI(): string {
  return process.env['SUDO_USER'] ?? process.env['USER'] ?? `uid ${process.getuid?.() ?? '?'}`;
}

/** Runs a command on the store and prints its output. Null output means a wrong command line. */
async function runOnStore(
  settings: Settings,
  ask: (by: Awaited<ReturnType<typeof opened>>) => Promise<CommandOutput | null>,
): Promise<number> {
  const { world, store } = await opened(settings);
  const said = await ask({ world, store });
  await Promise.all([store.close(), world.close()]);
  if (said === null) return wrong(USAGE);
  const code = say(said.text, said.code);
  if (said.aside !== undefined) console.error(said.aside);
  return code;
}

function invitation(settings: Settings, asked: Pick<Asked, 'json' | 'options'> & { readonly words: readonly string[] }): Promise<number> {
  const by = {
    config: relayConfig(settings),
    publicUrl: settings.RELAY_PUBLIC_URL ?? null,
    readSecret,
    writeFile: writeNewFile,
    isTerminal: process.stdout.isTTY,
    stop: new AbortController().signal,
  };
  return runOnStore(settings, (around) => invitationCommand({ ...around, ...by }, { ...asked, by: whoAmI() }));
}

/** One line from the standard input. */
async function readSecret(): Promise<string | null> {
  if (process.stdin.isTTY) console.error('The secret of the integration, then Enter and Ctrl+D:');
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    text += String(part);
    if (text.length > SECRET_CHARACTERS_MAX) return null;
  }
  return text.trim();
}

function writeNewFile(file: string, text: string): Result<null, string> {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return ok(null);
  } catch (error) {
    return fail(codeOf(error));
  }
}

function backup(settings: Settings, target: string): number {
  const at = storeAt(settings.RELAY_STORE);
  if (at.kind !== 'sqlite') return say('PostgreSQL has its own: pg_dump, or a base backup with its log.', 2);
  if (!existsSync(at.file) || existsSync(target)) return say('The store must be there, and the copy must not.', 2);
  sqliteBackup(at.file, target);
  return say(`Copied to ${target}. Opened as a store, it begins a new epoch.`, 0);
}

async function opened(settings: Settings) {
  const world = realWorld(settings.RELAY_LOG_LEVEL);
  return { world, store: await openConfiguredStore(settings, world) };
}

function openConfiguredStore(settings: Settings, { random, clock }: Pick<RelayWorld, 'random' | 'clock'>): Promise<Store> {
  return openStore(storeAt(settings.RELAY_STORE), { random, clock, seal: sealWith(settings.RELAY_SEAL_KEYS, random) });
}

/** A secret may be in a file named by `NAME_FILE`, as containers and systemd pass them. */
function withFiles(environment: NodeJS.ProcessEnv): Result<NodeJS.ProcessEnv, readonly string[]> {
  const [read, unread]: [NodeJS.ProcessEnv, string[]] = [{}, []];
  for (const name of SECRET_NAMES) {
    const file = environment[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    const text = readText(file);
    if (text.ok) read[name] = text.value.trim();
    else unread.push(`${name}_FILE: cannot be read (${text.failure})`);
  }
  return unread.length === 0 ? ok({ ...environment, ...read }) : fail(unread);
}

function cannotStart(lines: readonly string[]): string {
  return ['The relay cannot start:', ...lines.map((line) => `  ${line}`)].join('\n');
}

function wrong(text: string): number {
  console.error(text);
  return 2;
}

function say(text: string, code: number): number {
  console.log(text);
  return code;
}
