import { filesSeen, sayState } from '../demo/follow.ts';
import { pause } from '../demo/pause.ts';
import { setStage, STAGE_SWITCHES } from '../demo/stage.ts';
import { followConsole } from './follow-console.ts';
import { type DevHost, reachHost } from './reach-host.ts';
import { developPart, type Part } from './part.ts';
import { restartChanged } from './restart-changed.ts';
import { windowServer } from './window-server.ts';

/** `npm run dev`: the three programs from their sources, the window with hot replacement; a changed file restarts each program that contains it. */

const HOST_FILE = 'electron/headless/main.ts';
const LOOK_EVERY_MS = 500;
const LOG_SHOWN = 3_000;

const stopping = new AbortController();
const { signal: stop } = stopping;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

const stage = await setStage(say, { hostFile: HOST_FILE, keepsData: true });
const closers: (() => Promise<unknown>)[] = [stage.close];
try {
  const [sandbox, relay] = stage.parts.programs;
  if (sandbox === undefined || relay === undefined) throw new Error('a stage has a sandbox and a relay');
  const { webhookUrl } = relay.ready as { readonly webhookUrl: string };
  // The sandbox keeps its documents in a file, but its switches in memory.
  const setSwitches = () => stage.parts.control.setSwitches({ ...STAGE_SWITCHES, webhookUrl });
  const host = await developPart(stage.host.program, { entry: HOST_FILE, open: () => reachHost(stage.profile), onCrash });
  const parts: readonly Part<unknown>[] = [
    await developPart(sandbox, { entry: 'sandbox/server.ts', open: setSwitches, onCrash }),
    await developPart(relay, { entry: 'relay/server.ts', open: async () => {}, onCrash }),
    host,
  ];
  closers.push(...parts.map((part) => part.stop));
  const server = await windowServer(host.current);
  closers.push(server.close);
  say(`The accountant’s side, to accept and refuse by hand: ${stage.parts.consoleUrl}`);
  say(`Drop scans of your own into ${Object.values(stage.folders).join(' or ')}.`);
  const address = async (): Promise<void> => say(`The window: ${server.origin}/#token=${await (await host.current()).freshToken()}`);
  await address();
  say('(That address opens once, within ten minutes. Enter prints a fresh one, Ctrl-C ends it.)');
  process.stdin.on('data', () => void address().catch(() => say('The host does not run.')));
  await Promise.all([
    restartChanged({ parts, folders: ['electron', 'shared', 'relay', 'sandbox'], say, stop }),
    followConsole({ say, stop }),
    followDocuments(host),
  ]);
} finally {
  process.stdin.destroy();
  for (const close of closers.toReversed()) await close();
}

/** Prints one line per change of a document. */
async function followDocuments(host: Part<DevHost>): Promise<void> {
  const told = new Map<string, string>();
  for (; !stop.aborted; await pause(LOOK_EVERY_MS, stop)) {
    // A restarting host cuts the call, or does not run at all: the next look asks again.
    const seen = await host
      .current()
      .then(({ client }) => filesSeen(client))
      .catch(() => null);
    for (const [path, one] of seen ?? []) {
      const words = sayState(one);
      if (told.get(path) !== words) say(`${one.path.split(/[\\/]/).at(-1)}  ${words}`);
      told.set(path, words);
    }
  }
}

function onCrash(name: string, log: string): void {
  say(`${name} ended by itself; the next change of one of its files starts it again.\n${log.slice(-LOG_SHOWN)}`);
}

function say(line: string): void {
  process.stdout.write(`${new Date().toLocaleTimeString('en-GB')}  ${line}\n`);
}
