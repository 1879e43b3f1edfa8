import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { keyFile } from '#electron/world/key-file.ts';
import { keychain } from '#electron/world/keychain.ts';
import { createWorld } from '#electron/world/world.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { endWithNpm } from '#shared/node/end-with-npm.ts';
import { pinoLog } from '#shared/node/log.ts';
import { serve } from '#shared/node/serve.ts';
import type { SecretStore } from '#shared/ports/secret-store.ts';
import type { World } from '#shared/ports/world.ts';
import { readCommand } from './commands/all-commands.ts';
import { EXIT, type ExitCode } from './commands/command.ts';
import { askForUrl } from './engine-client.ts';
import { help } from './help.ts';
import { findRunning, sayNoHost } from './find-running.ts';
import type { HostOptions } from './host-options.ts';
import { readHostNote } from './host-note.ts';
import { openEngine } from './open-engine.ts';
import { readStart, type StartOptions } from './read-start.ts';
import { runCommand, sayAppFault } from './run-command.ts';
import { runHost } from './run-host.ts';

/** A secret or a configuration is a few hundred bytes; more is a mistake, such as a scan on standard input. */
const INPUT_CHARACTERS_MAX = 65_536;
/** The engine's own patience and a little more: a system that shuts down must not wait for us. */
const CLOSE_MS_MAX = 12_000;
/** A host on this very machine answers at once; a loaded one within seconds. */
const URL_WITHIN_MS = 15_000;
const WINDOW_FOLDER = fileURLToPath(new URL('../../dist/window', import.meta.url));

const exitCode = await main(process.argv.slice(2));
// A native keychain call may hang for ever, and nothing that we owe is left but the last line of output.
process.stdout.write('', () => process.exit(exitCode));

async function main(args: readonly string[]): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help());
    return EXIT.done;
  }
  const [first] = args;
  if (first === undefined || first.startsWith('-')) return withStart(args, host);
  if (first === 'url') return withStart(args.slice(1), url);
  const command = readCommand(args);
  if (!command.ok) return complain(command.failure, EXIT.usage);
  const world = worldOf(command.value.host, 'warn');
  const terminal = { print, complain: (line: string) => complain(line, EXIT.no), readInput, readFile: readText };
  return runCommand(command.value, {
    world,
    open: () => openEngine(world, { profile: command.value.host.profile, version: version(), environment: process.env }),
    terminal,
  });
}

function withStart(args: readonly string[], act: (options: StartOptions) => Promise<ExitCode>): Promise<ExitCode> {
  const start = readStart(args);
  return start.ok ? act(start.value) : Promise.resolve(complain(start.failure, EXIT.usage));
}

/** Runs until it is told to stop. */
async function host(options: StartOptions): Promise<ExitCode> {
  const { profile, quiet } = options.host;
  const world = worldOf(options.host, quiet ? 'warn' : 'info');
  const opened = await openEngine(world, { profile, version: version(), environment: process.env });
  if (!opened.ok) return opened.failure.kind === 'in-use' ? handOver(world, profile) : complain(sayAppFault(opened.failure), EXIT.closed);
  const asked = stopAsked();
  endWithNpm();
  await opened.value.start();
  const running = await runHost({
    world,
    app: opened.value,
    profile,
    windowFolder: WINDOW_FOLDER,
    port: options.port,
    pid: process.pid,
    serve,
  });
  print(JSON.stringify({ ready: 'headless', url: running.url }));
  await asked;
  world.log.info('stopping');
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), CLOSE_MS_MAX).unref());
  if ((await Promise.race([running.close(), late])) === 'late') world.log.warn('stopped without waiting any longer');
  return EXIT.done;
}

/** One writer a profile (invariant 16): a second start shows the way to the first one, and ends. */
async function handOver(world: World, profile: string): Promise<ExitCode> {
  const running = await findRunning(world, profile);
  if (running.kind !== 'host') return complain(sayNoHost(running), EXIT.busy);
  print(JSON.stringify({ ready: 'headless', url: running.url, handedOver: true }));
  return complain('Intray runs on this profile already. The address above opens its window; nothing else was started.', EXIT.done);
}

async function url(options: StartOptions): Promise<ExitCode> {
  const world = worldOf(options.host, 'warn');
  const note = await readHostNote(world.files, options.host.profile);
  const fresh = note === null ? null : await askForUrl(world.http, note, URL_WITHIN_MS);
  if (fresh === null || !fresh.ok) return complain('No host runs on this profile.', EXIT.no);
  print(fresh.value);
  return EXIT.done;
}

/** The first signal asks; a second one does not wait. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve();
      });
    }
  });
}

function worldOf(options: HostOptions, level: 'info' | 'warn'): World {
  return createWorld({ log: pinoLog({ name: 'intray', level }), secrets: secretsOf(options) });
}

function secretsOf({ key }: HostOptions): SecretStore {
  if (key.kind === 'keychain') return keychain({ clock: nodeClock() });
  return keyFile({ path: key.path, absent: key.create ? 'create' : 'refuse' });
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string, code: ExitCode): ExitCode {
  process.stderr.write(`${line}\n`);
  return code;
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > INPUT_CHARACTERS_MAX) return '';
  }
  return text;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // Whatever the reason, the person is told that this path cannot be read.
    return null;
  }
}
