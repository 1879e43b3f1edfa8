import type { ItemId } from '#shared/domain/ids.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { mayPutAside, mayPutBack } from '#shared/domain/item/aside.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/action.ts';
import type { Simulation } from '../world/simulation.ts';
import type { Client, Computer } from '../world/computer.ts';
import { keyOf } from '../world/ledger.ts';
import type { Integration } from '../world/fixture.ts';

export type AskUser = Extract<
  Doing,
  {
    kind:
      | 'pause'
      | 'allow'
      | 'answer-flood'
      | 'put-aside'
      | 'put-back'
      | 'answer-entries'
      | 'answer-late'
      | 'without-entries'
      | 'parallel'
      | 'reconnect'
      | 'send-again'
      | 'tidy'
      | 'convert'
      | 'direct';
  }
>;

/** What a user does in the window of one computer. */
export function askUser(simulation: Simulation, doing: AskUser): void {
  const one = simulation.computers[doing.computer];
  if (one === undefined) return;
  switch (doing.kind) {
    case 'pause':
      simulation.ask(one, (client, company) => client.companies.pause({ companyId: company.id }));
      return simulation.later(doing.lengthMs, () =>
        simulation.ask(one, (client, company) => client.companies.resume({ companyId: company.id })),
      );
    case 'allow':
      return allow(simulation, one);
    case 'answer-flood':
      return simulation.ask(one, async (client) => {
        if (doing.answer === 'all') simulation.ledger.unasked.clear();
        else await leaveAside(simulation, one, ({ state }) => state.kind === 'held' && state.question.kind === 'bulk-arrival');
        return answerEach(client, doing.answer);
      });
    case 'put-aside':
      return simulation.ask(one, async (client) => client.items.putAside({ itemIds: await leaveAside(simulation, one, () => true) }));
    case 'put-back':
      return simulation.ask(one, async (client) => {
        const ignored = (await one.seenItems()).filter(mayPutBack);
        return client.items.putBack({ itemIds: ignored.map(({ id }) => id) });
      });
    case 'answer-entries':
      return answerEntries(simulation, one, doing.send);
    case 'answer-late':
      return simulation.later(doing.lengthMs, () => answerEntries(simulation, one, HEX_DIGITS));
    case 'without-entries':
      return sendWithout(simulation, one, doing.send);
    case 'parallel':
      return simulation.ask(one, (client) => client.settings.change({ parallelUploads: doing.uploads }));
    case 'reconnect':
      return simulation.ask(one, async (client, company) => {
        simulation.integration = await newCredentials(simulation, doing.sameId);
        return client.companies.reconnect({ companyId: company.id, ...simulation.integration });
      });
    case 'send-again':
      return sendAgain(simulation, one, doing.accepts);
    case 'tidy':
      return tidy(simulation, one, doing.note);
    case 'convert':
      return convert(simulation, one, doing.on);
    case 'direct':
      return direct(simulation, one, doing.lengthMs);
    default:
      return unreachable(doing);
  }
}

function allow(simulation: Simulation, one: Computer): void {
  simulation.ask(one, async (client) => {
    const held = (await one.seenItems()).filter(({ state }) => state.kind === 'held');
    simulation.ledger.unasked.clear();
    await allowEntries(held, { simulation, one, client });
    return client.items.allow({ itemIds: held.map(({ id }) => id) });
  });
}

const HEX_DIGITS = 16;

/** Which lines are sent is drawn by the content, so that it is the same answer at each attempt. */
function answerEntries(simulation: Simulation, one: Computer, send: number): void {
  simulation.ask(one, async (client) => {
    const asked = (await one.seenItems()).filter(({ state }) => state.kind === 'held' && state.question.kind === 'entries');
    const sent = asked.filter((item) => isDrawn(item, send));
    const others = new Set(asked.filter((item) => !sent.includes(item)).map(({ id }) => id));
    const ignored = await leaveAside(simulation, one, ({ id }) => others.has(id));
    if (ignored.length > 0) await client.items.putAside({ itemIds: ignored });
    return allowEntries(sent, { simulation, one, client });
  });
}

function isDrawn({ sha256 }: Item, send: number): boolean {
  return Number.parseInt(sha256?.[0] ?? '', HEX_DIGITS) < send;
}

function sendWithout(simulation: Simulation, one: Computer, send: number): void {
  simulation.ask(one, async (client) => {
    const asked = (await one.seenItems()).filter(({ state }) => state.kind === 'held' && state.question.kind === 'entries-missing');
    const sent = asked.filter((item) => isDrawn(item, send));
    simulation.ledger.pairs.sendWithout(
      one.name,
      sent.flatMap(({ sha256 }) => sha256 ?? []),
    );
    return client.items.allow({ itemIds: sent.map(({ id }) => id), withoutEntries: true });
  });
}

type Asked = { readonly simulation: Simulation; readonly one: Computer; readonly client: Client };

/** Nothing but a look at the lines of each file answers for it. What the list says may be of another version of Intray; the lines themselves are not. */
async function allowEntries(items: readonly Item[], { simulation, one, client: { items: calls } }: Asked): Promise<readonly string[]> {
  const became: string[] = [];
  for (const item of items) {
    const { id: itemId, sha256, entries, state } = item;
    if (sha256 === null || entries === undefined || state.kind !== 'held' || state.question.kind !== 'entries') continue;
    const { choice = { withoutJournals: [], withoutLines: [] } } = entries;
    agree(simulation, one, [item]);
    const first = await calls.allowEntries({ itemId, linesSha256: entries.linesSha256, choice });
    if (first.became !== 'changed') {
      became.push(first.became);
      continue;
    }
    const linesSha256 = await shownLines(calls, itemId);
    simulation.ledger.agree(one.name, sha256, linesSha256);
    became.push((await calls.allowEntries({ itemId, linesSha256, choice })).became);
  }
  return became;
}

async function shownLines(calls: Client['items'], itemId: ItemId): Promise<string> {
  const gathered: Uint8Array[] = [];
  for await (const piece of await calls.entriesPreview({ itemId }))
    if (piece.kind === 'piece') gathered.push(Buffer.from(piece.base64, 'base64'));
  const lines = Buffer.concat(gathered).toString('utf8').split('\n').slice(0, -1);
  return hex(nodeSha256([utf8(lines.map((line) => `${line.slice(0, line.indexOf('\t'))}\n`).join(''))]));
}

/** Records that the user has seen what the lines of these files come to, and wants them sent. */
function agree({ ledger }: Simulation, one: Computer, items: readonly Item[]): void {
  for (const { sha256, entries } of items)
    if (sha256 !== null && entries !== undefined) ledger.agree(one.name, sha256, entries.linesSha256);
}

/** One answer for each company, type and folder, as the window asks. */
async function answerEach({ overview, items }: Client, answer: 'all' | 'none'): Promise<void> {
  for (const { companyId, importType, folderId } of (await overview()).bulkArrivals ?? []) {
    await items.answerBulkArrival({ companyId, importType, folderId, answer: { kind: answer } });
  }
}

/**
 * Records that the user ignores what is held or unfit, as far as it is meant. Returns the ids of those items. A file that was never read whole
 * has no content that the ledger could know it by, and is left alone.
 */
async function leaveAside(simulation: Simulation, one: Computer, isMeant: (item: Item) => boolean): Promise<ItemId[]> {
  const those = (await one.seenItems()).filter((item) => item.sha256 !== null && mayPutAside(item) && isMeant(item));
  const keys = those.map(({ importType, sha256 }) => keyOf(importType, sha256));
  simulation.ledger.leaveAside(one.name, keys);
  return those.map(({ id }) => id);
}

function sendAgain(simulation: Simulation, one: Computer, accepts: boolean): void {
  simulation.ask(one, async (client) => {
    const refused = (await one.seenItems()).filter(({ state }) => state.kind === 'refused');
    for (const { importType, sha256, resubmission } of refused) simulation.ledger.sendAgain(keyOf(importType, sha256), resubmission + 1);
    agree(simulation, one, refused);
    if (accepts) await simulation.servers.control('/switches', { autoDecide: { afterMs: 5_000, refuseWhen: [] } }, 'PATCH');
    const answer = await client.items.sendAgain({ itemIds: refused.map(({ id }) => id) });
    const there = new Set(simulation.ledger.fit().map(({ paper }) => paper.sha256));
    for (const { id, importType, sha256, resubmission } of refused) {
      if (!answer.sent.includes(id)) continue;
      const uncopied = one.room.free() !== null && sha256 !== null && there.has(sha256);
      simulation.ledger.promised.push({ by: one.name, key: keyOf(importType, sha256), number: resubmission + 1, uncopied });
    }
    return answer;
  });
}

function tidy(simulation: Simulation, one: Computer, note: boolean): void {
  simulation.ask(one, async (client) => {
    simulation.ledger.wish(one.name, note);
    const { folders } = await client.overview();
    return Promise.all(folders.map(({ id }) => client.folders.change({ folderId: id, after: 'move', refusalNote: note })));
  });
}

function convert(simulation: Simulation, one: Computer, on: boolean): void {
  simulation.ask(one, async (client) => {
    if (on) simulation.ledger.converting.add(one.name);
    const { folders } = await client.overview();
    return Promise.all(folders.map(({ id }) => client.folders.change({ folderId: id, converts: { tiff: on } })));
  });
}

/** The secret comes first: without it the direct mode could not ask for a token. */
function direct(simulation: Simulation, one: Computer, lengthMs: number): void {
  const { clientId, clientSecret } = simulation.servers.sandbox.credentials;
  simulation.ask(one, async (client) => {
    const kept = await client.secrets.keep({ name: 'client-secret', secret: clientSecret });
    if (!kept.ok) return kept.failure.kind;
    await client.settings.change({ credentials: { mode: 'direct', clientId } });
    simulation.direct.add(one.name);
    return 'direct';
  });
  simulation.later(lengthMs, () => {
    simulation.direct.delete(one.name);
    simulation.ask(one, (client) => client.settings.change({ credentials: { mode: 'broker', clientId: null } }));
  });
}

/** The credentials that the user reads in the service's user interface: renewed for the same integration, or those of another one. */
export async function newCredentials(simulation: Simulation, sameId: boolean): Promise<Integration> {
  const wanted = sameId ? { integrationId: simulation.integration.integrationId } : {};
  const made = await simulation.servers.control<Integration>('/integrations', wanted);
  simulation.trafficRecorder.knowSecret(made.integrationId, made.integrationSecret);
  return made;
}
