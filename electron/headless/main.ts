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
import { asksForHelp } from './asks-for-help.ts';
import type { CommandLineBy } from './command-line.ts';
import { EXIT, type ExitCode } from './commands/command.ts';
import type { HostOptions } from './host-options.ts';
import { openEngine } from './open-engine.ts';
import { readStart, type StartOptions } from './read-start.ts';
import { runHost } from './run-host.ts';
import { sayAppFault } from './say-app-fault.ts';
import { complain, print } from './terminal.ts';

/** The engine's own patience and a little more: a system that shuts down must not wait for us. */
const CLOSE_MS_MAX = 12_000;
const WINDOW_FOLDER = fileURLToPath(new URL('../../dist/window', import.meta.url));

const exitCode = await main(process.argv.slice(2));
// A native keychain call may hang for ever, and nothing that we owe is left but the last line of output.
process.stdout.write('', () => process.exit(exitCode));

async function main(args: readonly string[]): Promise<ExitCode> {
  const [first] = args;
  if ((first === undefined || first.startsWith('-')) && first !== '--version' && !asksForHelp(args)) {
    const start = readStart(args);
    return start.ok ? host(start.value) : complain(start.failure, EXIT.usage);
  }
  // A host runs for months and needs none of the commands.
  const { commandLine } = await import('./command-line.ts');
  return commandLine(args, { worldOf, open: openFor, readFile: readText, version: version() });
}

/** Runs until it is told to stop. */
async function host(options: StartOptions): Promise<ExitCode> {
  const { profile, quiet } = options.host;
  const world = worldOf(options.host, quiet ? 'warn' : 'info');
  const opened = await openEngine(world, about(options.host));
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
  const { findRunning, sayNoHost } = await import('./find-running.ts');
  const running = await findRunning(world, profile);
  if (running.kind !== 'host') return complain(sayNoHost(running), EXIT.busy);
  print(JSON.stringify({ ready: 'headless', url: running.url, handedOver: true }));
  return complain('Intray runs on this profile already. The address above opens its window; nothing else was started.', EXIT.done);
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

function openFor(world: World, options: HostOptions): ReturnType<CommandLineBy['open']> {
  return openEngine(world, about(options));
}

function about({ profile, key }: HostOptions): Parameters<typeof openEngine>[1] {
  return { profile, key: key.kind, version: version(), environment: process.env };
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // Whatever the reason, the person is told that this path cannot be read.
    return null;
  }
}
