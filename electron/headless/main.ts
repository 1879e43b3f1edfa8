import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Engine } from '#electron/engine/engine.ts';
import { openWhenReady } from '#electron/engine/open-when-ready.ts';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { forkChild } from '#electron/file-process/fork-child.ts';
import { openDisks } from '#electron/file-process/open-disks.ts';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import { keychain } from '#electron/platform/secrets/keychain.ts';
import { createWorld } from '#electron/platform/create-world.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { endWithNpm } from '#shared/node/end-with-npm.ts';
import { pinoLog } from '#shared/node/log.ts';
import { setPrivateUmask } from '../platform/make-private.ts';
import { serve } from '#shared/node/http/serve.ts';
import type { SecretStore, World } from '#shared/ports/world.ts';
import { asksForHelp, calledAs, readStart, type StartOptions } from './read-start.ts';
import type { CommandLineDeps } from './command-line.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { givenSockets } from './host/given-sockets.ts';
import type { HostOptions } from './host/host-options.ts';
import { type HostWorld, openHeadlessEngine } from './open-headless-engine.ts';
import { complain, print, readyLine } from './terminal.ts';
import { runHost } from './host/run-host.ts';
import { exitOf, sayAppFault, sayThatStartWaits } from './say-app-fault.ts';

/** The engine's own limit and a little more: a system that shuts down must not wait for us. */
const CLOSE_MS_MAX = 12_000;
const FILE_PROCESS = new URL(import.meta.url.endsWith('.js') ? './file-process.js' : '../file-process/main.ts', import.meta.url);
const CONVERSION_PROCESS = new URL(
  import.meta.url.endsWith('.js') ? './conversion-process.js' : '../conversion/process/main.ts',
  import.meta.url,
);
const WINDOW_FOLDER = fileURLToPath(new URL('../../dist/window', import.meta.url));

setPrivateUmask();
const exitCode = await main(process.argv.slice(2));
// A native keychain call may hang for ever, and only the last line of output is still pending.
process.stdout.write('', () => process.exit(exitCode));

async function main(args: readonly string[]): Promise<ExitCode> {
  const [first] = args;
  if ((first === undefined || first.startsWith('-')) && first !== '--version' && !asksForHelp(args)) {
    const start = readStart(args);
    return start.ok ? host(start.value) : complain(start.failure, EXIT.usage);
  }
  // A host runs for months and needs none of the commands.
  const { commandLine } = await import('./command-line.ts');
  const program = calledAs({ argv: process.argv, env: process.env, folder: process.cwd() });
  return commandLine(args, { worldOf, open: openFor, readFile: readText, version: version(), program });
}

/** Runs until it is told to stop. */
async function host(options: StartOptions): Promise<ExitCode> {
  const { profile, quiet } = options.host;
  const sockets = givenSockets(process.env, process.pid);
  if (!sockets.ok) return complain(sockets.failure, EXIT.usage);
  const world = worldOf(options.host, quiet ? 'warn' : 'info');
  const opened = await openOrHandOver(world, options.host);
  if (typeof opened === 'number') return opened;
  const asked = stopAsked();
  endWithNpm();
  const place = { windowFolder: WINDOW_FOLDER, port: options.port, sockets: sockets.value, pid: process.pid };
  const run = await runHost({ world, app: opened, profile, serve, ...place });
  if (!run.ok) {
    await inTime(world, opened.close(0));
    return complain(run.failure, EXIT.no);
  }
  const running = run.value;
  print(readyLine({ port: running.port, url: process.stdout.isTTY ? running.address() : null }));
  // In the same turn: the first sweeps, over every known file, would only delay the address, at which whoever calls now waits for the start.
  await running.start();
  await asked;
  world.log.info('stopping');
  if ((await inTime(world, running.close())) === 'late') world.log.warn('stopped without waiting any longer');
  return EXIT.done;
}

function inTime({ clock }: World, closed: Promise<void>): Promise<'late' | void> {
  return withTimeout(closed, { clock, withinMs: CLOSE_MS_MAX, late: () => 'late' as const });
}

/**
 * One writer per profile (invariant 16): a second start prints the first one's ready line, and ends. A command holds the profile only briefly,
 * so the start tries again.
 */
async function openOrHandOver(world: World, options: HostOptions): Promise<Engine | ExitCode> {
  const open = () =>
    openWhenReady({
      world,
      open: () => openFor(world, options),
      tell: (fault) => (fault === null ? world.log.info('the start goes on') : void complain(sayThatStartWaits(fault), EXIT.disk)),
    });
  const first = await open();
  if (first.ok) return first.value;
  if (first.failure.kind !== 'in-use') return complain(sayAppFault(first.failure), exitOf(first.failure));
  const { handOver } = await import('./hand-over.ts');
  const handed = await handOver(world, options.profile, process.stdout.isTTY);
  if (!handed.ok) {
    const again = await open();
    return again.ok ? again.value : complain(handed.failure, EXIT.busy);
  }
  print(handed.value);
  return complain(
    'Intray runs on this profile already. The command "url" gives an address of its window; nothing else was started.',
    EXIT.done,
  );
}

/** The first signal asks for an orderly stop; a second one ends the process at once. */
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

function worldOf(options: HostOptions, level: 'info' | 'warn'): HostWorld {
  const log = pinoLog({ name: 'intray', level });
  const disks = openDisks({ clock: nodeClock(), log, profile: options.profile, start: forkChild(FILE_PROCESS) });
  const converter = forkedConverter({ clock: nodeClock(), log, file: CONVERSION_PROCESS });
  // On every way out: a child that is busy with a file does not notice that we end.
  process.once('exit', () => {
    disks.end();
    converter.end();
  });
  return { ...createWorld({ log, secrets: secretsOf(options), files: disks.files }), disks, converter };
}

function secretsOf({ key }: HostOptions): SecretStore {
  if (key.kind === 'keychain') return keychain({ clock: nodeClock() });
  return keyFile({ path: key.path, absent: key.create ? 'create' : 'refuse' });
}

function openFor(world: HostWorld, options: HostOptions): ReturnType<CommandLineDeps['open']> {
  return openHeadlessEngine(world, about(options));
}

function about({ profile, key }: HostOptions): Parameters<typeof openHeadlessEngine>[1] {
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
    // Whatever the reason, the user is told that this path cannot be read.
    return null;
  }
}
