import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { writeNamedFile } from '#electron/headless/write-named-file.ts';
import { createChanges } from '#electron/engine/changes.ts';
import { hostApp } from '#electron/headless/host/host-app.ts';
import { freshHostName, type HostAddress, hostOf, windowUrl } from '#electron/headless/host/host-note.ts';
import { createSessions, type Sessions } from '#electron/headless/host/sessions.ts';
import { windowFiles } from '#electron/headless/host/window-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { serve } from '#shared/node/http/serve.ts';
import { askHost, type HostAnswer, type HostAsk, pageHeaders, sessionIn, signInBy } from '#test/support/network/ask-host.ts';
import { type RecordingLog, recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { EngineFixture } from '#test/unit/electron/an-engine.ts';

export type Host = {
  readonly at: HostAddress;
  readonly sessions: Sessions;
  /** Beside the window's folder is a file that nobody may get: `secret.html`. */
  readonly folder: string;
  /** Raw: this path, unnormalised, and exactly these headers; the Host of this start unless they name another. */
  ask(ask?: Partial<HostAsk>): Promise<HostAnswer>;
  /** The headers with which our own page calls. */
  own(extra?: Readonly<Record<string, string>>): Record<string, string>;
  /** Advances the clock of tokens and sessions. */
  later(milliseconds: number): Promise<void>;
  /** The header of a session, of a tab that sends these headers. */
  signIn(headers?: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  /** Resolves when a call of `lookAgain` has arrived; it is answered after `endLook`. */
  readonly looking: Promise<void>;
  endLook(): void;
  /** Something changed in the engine: every open stream is told. */
  ring(): void;
  readonly log: RecordingLog;
};

/** A host with real sockets and real files; its engine only answers who it is, and rings. */
export async function startHost(options: { readonly built: boolean } = { built: true }): Promise<Host> {
  const folder = tempFolder();
  if (options.built) buildWindow(folder);
  const { router, changes, looking, looked } = anEngine();
  let port = 0;
  const clock = virtualClock();
  const log = recordingLog();
  const name = freshHostName(nodeRandom());
  const sessions = createSessions({ random: nodeRandom(), clock, log });
  const app = hostApp({
    router,
    sessions,
    windowFiles: windowFiles(nodeFiles(), join(folder, 'window')),
    at: () => ({ name, port }),
    log,
  });
  const served = await serve(app.fetch, { port: 0 });
  ({ port } = served);
  onTestFinished(() => served.close());
  const at = { name, port };
  const ask: Host['ask'] = ({ path = '/', headers = {}, ...asked } = {}) =>
    askHost(port, { method: 'GET', ...asked, path, headers: { host: hostOf(at), ...headers } });
  const own = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    ...pageHeaders(`http://${hostOf(at)}/`),
    ...extra,
  });
  const signIn: Host['signIn'] = async (headers) => ({
    [SESSION_HEADER]: sessionIn(await signInBy(windowUrl(at, sessions.issueToken()), headers)),
  });
  return {
    at,
    sessions,
    folder,
    ask,
    own,
    later: (milliseconds) => clock.advance(milliseconds),
    signIn,
    ring: () => changes.ring(),
    log,
    looking: looking.promise,
    endLook: looked.resolve,
  };
}

/** Answers who it is, and rings; its look takes as long as the test wants. */
function anEngine() {
  const api = implement(appContract);
  const changes = createChanges();
  const looking = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const router = {
    info: api.info.handler(() => ({ version: '1.2.3', host: 'headless' as const, locale: 'fr' })),
    changes: api.changes.handler(({ signal }) => changes.revisions(signal)),
    lookAgain: api.lookAgain.handler(async () => {
      looking.resolve();
      await looked.promise;
      return { looked: true as const };
    }),
  };
  return { router, changes, looking, looked };
}

function buildWindow(folder: string): void {
  mkdirSync(join(folder, 'window', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'window', 'index.html'), '<!doctype html><title>Intray</title>');
  writeFileSync(join(folder, 'window', 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(folder, 'secret.html'), 'nobody may read this');
}

type Given = Pick<EngineFixture, 'client'> & {
  /** Texts by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly input?: string;
};

/** Runs a command on an engine of this process, with no user at a terminal; its output is joined by line ends. */
export async function runIn({ client, files = {}, input = '' }: Given, ...args: readonly string[]) {
  const command = readCommand([...args, '--profile', 'p']);
  if (!command.ok) throw new Error(command.failure);
  const [printed, complained]: [string[], string[]] = [[], []];
  const exit = await command.value.run({
    client,
    clock: nodeClock(),
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
    readInput: async () => input,
    readFile: async (path) => files[path] ?? null,
    writeFile: (path, bytes, of) => writeNamedFile(path, bytes, { files: nodeFiles(), ...of }),
    program: 'intray',
    readBytes: async (path) => ({ bytes: readFileSync(path), size: statSync(path).size }),
  });
  return { exit, printed: printed.join('\n'), complained: complained.join('\n') };
}
