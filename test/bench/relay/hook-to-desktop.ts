import { join } from 'node:path';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { consolePartner } from '#test/support/console-partner.ts';
import { smallBalancer } from '#test/relay/nodes/rolling-restart.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { pause } from '../../../build/demo/pause.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import { until } from '#test/support/until.ts';
import { percentile } from '../report.ts';
import { type Line, median } from '../line.ts';
import { postWebhooks } from './post-webhooks.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { fork } from 'node:child_process';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { DesktopIs, DesktopSays } from '../programs/desktop.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNATURE_HEADER } from '#shared/contract/routes.ts';
import type { SignedEvent } from './signed-events.ts';

const RESULTS = 200;
/** Calm: one result at a time, and no two at the same phase of any timer. */
const BETWEEN_MS = { least: 150, spread: 100 };
/** Without a doorbell: one every one and a half seconds, over three sweeps. */
const UNHEARD = 20;
const UNHEARD_EVERY_MS = 1_500;
/** The promise of a desktop that hears no doorbell (`DEAF_SWEEP_MS` of electron/results). */
const SWEEP_SECONDS = 10;
const COMMITTED_WITHIN_MS = 30_000;

type Event = CaughtWebhooks['events'][number];
type Wait = { readonly answeredMs: number; readonly committedMs: number };
/** `seq`: its number in the log, which is the order of posting. */
type Posting = { readonly event: Event; readonly seq: number };

/**
 * P9: from the moment a webhook is posted to the relay until a desktop has fetched it, verified it itself and committed it to its journal.
 * Sandbox, relay and desktop are separate programs; the events are the sandbox's, caught, and posted one by one at known moments.
 */
export async function hookToDesktop(): Promise<readonly Line[]> {
  const folder = scratchFolder('hook');
  const parts = await startParts({ relayStore: `sqlite:${join(folder, 'relay.db')}` });
  const caught = await caughtWebhooks();
  try {
    const heard = await measureWaits(parts, caught, { count: RESULTS, unwatched: false });
    const unheard = await measureWaits(parts, caught, { count: UNHEARD, unwatched: true });
    return linesOf(heard, unheard);
  } finally {
    await caught.close();
    await parts.stop();
    removeFolder(folder);
  }
}

/** Neither a stream nor a long poll. */
function lets(path: string): boolean {
  return !path.startsWith(RELAY_PATHS.doorbell) && !path.includes('wait=');
}

type Course = { readonly count: number; readonly unwatched: boolean };

/** A new company with a desktop of its own, and the results of this many documents. */
async function measureWaits(parts: Parts, caught: CaughtWebhooks, { count, unwatched }: Course): Promise<readonly Wait[]> {
  const { relayUrl, service } = parts.installation;
  const integration = await parts.control.createIntegration();
  const events = await signed(parts, caught, { integration, count });
  const way = unwatched ? await smallBalancer({ nodes: [relayUrl], lets }) : null;
  const desktop = desktopProgram({ relayUrl: way?.url ?? relayUrl, service, integration });
  try {
    // A desktop whose stream was never confirmed is not yet listening.
    if (!unwatched) await until('the stream', async () => desktop.mode() === 'stream');
    const postings = events.map((event, at) => ({ event, seq: at + 1 }));
    return unwatched ? await unheardWaits(relayUrl, desktop, postings) : await oneByOne(relayUrl, desktop, postings);
  } finally {
    await desktop.stop();
    await way?.close();
  }
}

type Wanted = { readonly integration: Awaited<ReturnType<Parts['control']['createIntegration']>>; readonly count: number };

/** Results as the sandbox signs them, for documents that it accepted. */
async function signed(parts: Parts, caught: CaughtWebhooks, { integration, count }: Wanted): Promise<readonly Event[]> {
  const partner = consolePartner(parts.programs[0]?.ready as Readonly<Record<string, unknown>>);
  await parts.control.setSwitches({ webhookUrl: caught.url });
  const before = caught.events.length;
  for (let n = 0; n < count; n += 1) {
    const { documentId } = await partner.send(integration, { filename: 'scan.pdf', bytes: Uint8Array.from(aPdf(`scan ${n}`)) });
    await parts.control.decide(documentId ?? '', { documentState: 'Accepted' });
  }
  await until('every result', async () => caught.events.length === before + count);
  return caught.events.slice(before);
}

async function oneByOne(relayUrl: string, desktop: DesktopProgram, postings: readonly Posting[]): Promise<readonly Wait[]> {
  const waits: Wait[] = [];
  for (const posting of postings) {
    await pause(BETWEEN_MS.least + Math.random() * BETWEEN_MS.spread);
    waits.push(await posted(relayUrl, desktop, posting));
  }
  return waits;
}

function unheardWaits(relayUrl: string, desktop: DesktopProgram, postings: readonly Posting[]): Promise<readonly Wait[]> {
  const one = async (posting: Posting, at: number): Promise<Wait> => {
    await pause(at * UNHEARD_EVERY_MS);
    return posted(relayUrl, desktop, posting);
  };
  return Promise.all(postings.map(one));
}

async function posted(relayUrl: string, desktop: DesktopProgram, { event, seq }: Posting): Promise<Wait> {
  const postedAtMs = performance.timeOrigin + performance.now();
  const { waitsMs } = await postWebhooks([relayUrl], [event], 1);
  const committedAtMs = await until('its commit', async () => desktop.committedAtMs(seq), COMMITTED_WITHIN_MS);
  return { answeredMs: waitsMs[0] ?? Number.NaN, committedMs: committedAtMs - postedAtMs };
}

function line(what: string, figure: number, most: number): Omit<Line, 'note' | 'rounds'> {
  return { id: 'P9', what, ours: figure, theirs: null, unit: 'ms', figure, target: { most } };
}

function linesOf(heard: readonly Wait[], unheard: readonly Wait[]): readonly Line[] {
  const ours = heard.map(({ committedMs }) => committedMs);
  const seconds = unheard.map(({ committedMs }) => committedMs / 1_000);
  const answered = median(heard.map(({ answeredMs }) => answeredMs));
  const longest = Math.max(...seconds);
  return [
    {
      ...line('webhook posted to committed by the desktop, p50', percentile(ours, 0.5), 15),
      rounds: heard.map((wait) => ({ ...wait })),
      note: `${heard.length} results one by one, three programs, relay and journal on the disk; the webhook itself is answered after ${answered.toFixed(1)} ms`,
    },
    { ...line('the same, p99', percentile(ours, 0.99), 60), rounds: [], note: `longest ${Math.max(...ours).toFixed(0)} ms` },
    {
      ...line('the same with no doorbell, longest', longest, SWEEP_SECONDS),
      unit: 's',
      rounds: unheard.map((wait) => ({ ...wait })),
      note: `${unheard.length} results over three sweeps; neither streams nor long polls get through; p50 ${percentile(seconds, 0.5).toFixed(1)} s`,
    },
  ];
}

type DesktopProgram = {
  mode(): Extract<DesktopSays, { kind: 'mode' }>['mode'];
  /** When this number of its log was committed, by the clock that all programs of the machine share; null if it was not yet. */
  committedAtMs(seq: number): number | null;
  stop(): Promise<void>;
};

/** A desktop that reads one integration's log (`programs/desktop.ts`). */
function desktopProgram(is: DesktopIs): DesktopProgram {
  const child = fork('test/bench/programs/desktop.ts', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const commits: { readonly seq: number; readonly atMs: number }[] = [];
  let mode: ReturnType<DesktopProgram['mode']> = 'poll';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.on('message', (message) => {
    const said = message as DesktopSays;
    switch (said.kind) {
      case 'mode':
        mode = said.mode;
        return;
      case 'committed':
        commits.push(said);
        return;
      default:
        unreachable(said);
    }
  });
  child.send(is);
  return {
    mode: () => mode,
    committedAtMs: (seq) => commits.find((commit) => commit.seq >= seq)?.atMs ?? null,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

type CaughtWebhooks = {
  readonly url: string;
  /** As the service sent them, in order of arrival. */
  readonly events: readonly (SignedEvent & { readonly eventId: string })[];
  close(): Promise<void>;
};

/** A receiver that accepts and keeps every webhook, so that it can be posted later, at a known moment. */
async function caughtWebhooks(): Promise<CaughtWebhooks> {
  const events: CaughtWebhooks['events'][number][] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const jwt = request.headers[SIGNATURE_HEADER.toLowerCase()];
      const { id } = JSON.parse(body.toString()) as { readonly id: string };
      events.push({ body, jwt: String(jwt), eventId: id });
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
