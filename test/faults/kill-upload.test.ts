import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FolderId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import type { Host } from '../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { connectedHost } from './connected-host.ts';
import { until } from '#test/support/until.ts';
import { DatabaseSync } from 'node:sqlite';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { runUntil, toldIn } from './power-cut/cut-power.ts';

/** Killed programs on a loaded machine: each of these tests takes a few seconds. */
const TEST_MS = 90_000;
/** Much longer than the test needs for the kill: the answer never comes in time. */
const NEVER_MS = 60_000;

describe('a host that is killed', () => {
  let parts: Parts;
  beforeAll(async () => {
    parts = await startParts();
  }, TEST_MS);
  afterAll(() => parts.stop(), TEST_MS);

  test('between an upload and its answer sends no second document, and shows the right state', { timeout: TEST_MS }, async () => {
    await parts.control.setSwitches({ importLatencyMs: NEVER_MS, answerLost: 0, autoDecide: null });
    const { folder, start, documents } = await connected(parts);
    const first = await start();
    writeFileSync(join(folder, 'invoice.pdf'), aPdf('killed before its answer'));
    await until('the service has recorded it', async () => (await documents()).length === 1);
    await first.program.kill();

    await parts.control.setSwitches({ importLatencyMs: 0 });
    const second = await start();
    const [document] = await documents();
    expect((await untilState(second, 'awaiting')).state).toMatchObject({ documentId: document?.documentId });
    await parts.control.decide(document?.documentId ?? '', { documentState: 'Accepted' });
    await untilState(second, 'accepted');
    expect(await documents()).toHaveLength(1);
  });

  test('after its answer was lost sends no second document', { timeout: TEST_MS }, async () => {
    await parts.control.setSwitches({ answerLost: 1, importLatencyMs: 0, autoDecide: null });
    const { folder, start, documents } = await connected(parts);
    const first = await start();
    writeFileSync(join(folder, 'invoice.pdf'), aPdf('its answer was lost'));
    await until('the service has recorded it', async () => (await documents()).length === 1);
    await first.program.kill();

    const second = await start();
    const [document] = await documents();
    expect((await untilState(second, 'awaiting')).state).toMatchObject({ documentId: document?.documentId });
    expect(await documents()).toHaveLength(1);
  });

  test('before the first byte sends the file once when it is back', { timeout: TEST_MS }, async () => {
    await parts.control.setSwitches({ answerLost: 0, importLatencyMs: 0, autoDecide: { afterMs: 0 } });
    const { folder, start, documents } = await connected(parts);
    const first = await start();
    writeFileSync(join(folder, 'invoice.pdf'), aPdf('never left'));
    await first.program.kill();
    expect(await documents()).toEqual([]);

    const second = await start();
    await untilState(second, 'accepted');
    expect(await documents()).toHaveLength(1);
  });
});

describe('notes that a folder brings, where the host is killed', () => {
  let parts: Parts;
  beforeAll(async () => {
    parts = await startParts();
  }, TEST_MS);
  afterAll(() => parts.stop(), TEST_MS);

  test('arrive as they were at the first try, from the file beside, and from the user who was asked', { timeout: TEST_MS }, async () => {
    const { folder, start, documents } = await connected(parts);
    const first = await start();
    const [watched] = (await first.client.overview()).folders;
    if (watched === undefined) throw new Error('no folder');
    const say = (host: Host, text: string, more = {}) => host.client.folders.change({ folderId: watched.id, notes: { text, ...more } });
    await say(first, 'Chantier Lyon');
    // The journal has the intent, and the service nothing of the document.
    await parts.control.setSwitches({ failNext: { status: 503, times: 1_000, route: 'imports' }, autoDecide: null });
    writeFileSync(join(folder, 'invoice.pdf'), aPdf('tried in vain'));
    await until('it was tried', async () => (await first.client.items.list({ limit: 1 })).items[0]?.leftAt ?? null);
    await first.program.kill();

    const second = await start();
    await say(second, 'Chantier Nice', { holds: true, beside: true });
    await second.program.kill();
    expect(await documents()).toEqual([]);
    await parts.control.setSwitches({ failNext: null });
    writeFileSync(join(folder, 'later.note.txt'), 'Acompte');
    writeFileSync(join(folder, 'later.pdf'), aPdf('found later'));
    writeFileSync(join(folder, 'held.pdf'), aPdf('held for its note'));
    const third = await start();
    const asked = await until(
      'one is asked about',
      async () => (await third.client.items.list({ states: ['held'], limit: 9 })).items[0] ?? null,
    );
    await third.program.kill();

    const fourth = await start();
    await until('the others have arrived', async () => (await documents()).length === 2);
    await fourth.client.items.note({ itemId: asked.id, text: 'Payé' });
    const arrived = await until('all have arrived', async () => {
      const all = await documents();
      return all.length === 3 ? all : null;
    });
    expect(Object.fromEntries(arrived.map(({ filename, comment }) => [filename, comment]))).toEqual({
      'invoice.pdf': 'Chantier Lyon',
      'later.pdf': 'Acompte\nChantier Nice',
      'held.pdf': 'Payé\nChantier Nice',
    });
  });
});

const ROUNDS = 5;
const NOTES_MS = 240_000;

describe('notes that come in every way, where the host is killed in each round', () => {
  let parts: Parts;
  beforeAll(async () => {
    parts = await startParts();
  }, TEST_MS);
  afterAll(() => parts.stop(), TEST_MS);

  test('are with 50 of 50 documents, each once', { timeout: NOTES_MS }, async () => {
    const { folder, start, documents } = await connected(parts);
    const expected = new Map<string, string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const host = await start();
      const [watched] = (await host.client.overview()).folders;
      if (watched === undefined) throw new Error('no folder');
      await host.client.folders.change({ folderId: watched.id, notes: { text: 'Chantier', holds: true, beside: true } });
      for (const half of ['a', 'b']) await giveInEveryWay(host, { folder, folderId: watched.id, name: `${half}${round}` }, expected);
      await host.program.kill();
    }
    await start();
    const arrived = await until('all have arrived', async () => {
      const all = await documents();
      return all.length >= expected.size ? all : null;
    });
    expect(arrived).toHaveLength(50);
    expect(Object.fromEntries(arrived.map(({ filename, comment }) => [filename, comment]))).toEqual(Object.fromEntries(expected));
  });
});

type Place = { readonly folder: string; readonly folderId: FolderId; readonly name: string };

/** One document for each way: added in the window, a file beside it, one that comes later, a user's answer, and a user who wants none. */
async function giveInEveryWay({ client }: Host, { folder, folderId, name }: Place, expected: Map<string, string>): Promise<void> {
  const put = (way: string) => writeFileSync(join(folder, `${way} ${name}.pdf`), aPdf(`${way} ${name}`));
  const beside = (way: string) => writeFileSync(join(folder, `${way} ${name}.note.txt`), `${way} ${name}`);
  const asked = (way: string) =>
    until(`${way} ${name} is asked about`, async () => {
      const { items } = await client.items.list({ states: ['held'], limit: 50 });
      return items.find((item) => item.name === `${way} ${name}.pdf`) ?? null;
    });
  const bytes = aPdf(`window ${name}`);
  const given = {
    place: { kind: 'folder', folderId },
    name: `window ${name}.pdf`,
    bytes: bytes.byteLength,
    note: `window ${name}`,
  } as const;
  const begun = await client.windowUploads.begin(given);
  if (!begun.ok) throw new Error(begun.failure.kind);
  await client.windowUploads.piece({ ...begun.value, base64: Buffer.from(bytes).toString('base64') });
  expect(await client.windowUploads.end(begun.value)).toMatchObject({ ok: true });
  beside('beside');
  for (const way of ['beside', 'later', 'asked', 'without']) put(way);
  await asked('later');
  beside('later');
  expect(await client.items.note({ itemId: (await asked('asked')).id, text: `asked ${name}` })).toMatchObject({ ok: true });
  await client.items.allow({ itemIds: [(await asked('without')).id] });
  for (const way of ['window', 'beside', 'later', 'asked']) expected.set(`${way} ${name}.pdf`, `${way} ${name}\nChantier`);
  expected.set(`without ${name}.pdf`, 'Chantier');
}

/** A profile with one company and one folder, on which no host runs. */
async function connected(parts: Parts) {
  const { first, ...host } = await connectedHost(parts, { settleMs: 500 });
  await first.program.stop();
  return host;
}

function untilState(host: Host, kind: ItemStateKind): Promise<Item> {
  return until(`the list shows one document, ${kind}`, async () => {
    const { items } = await host.client.items.list({ limit: 10 });
    const [only] = items;
    return items.length === 1 && only?.state.kind === kind ? only : null;
  });
}

const AT_ONCE = 8;
const ANSWERS_BEFORE_KILL = 60;

type Ready = Readonly<Record<string, unknown>>;
type Integration = { readonly integrationId: string; readonly integrationSecret: string };

test('a sandbox that is killed during imports has every document that it answered for', { timeout: TEST_MS }, async () => {
  const file = join(tempFolder(), 'sandbox.db');
  const args = ['sandbox/server.ts', '--data', file];
  const first = await readyLine({ args });
  const send = await importer(first.ready);
  const answered: string[] = [];
  const kills: Promise<unknown>[] = [];
  const client = async (name: number): Promise<void> => {
    for (let sent = 0; kills.length === 0; sent += 1) {
      const documentId = await send(`${name}-${sent}`).catch(() => null);
      if (documentId !== null) answered.push(documentId);
      if (answered.length >= ANSWERS_BEFORE_KILL) kills.push(first.stop('SIGKILL'));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, name) => client(name)));
  await Promise.all(kills);

  const second = await readyLine({ args });
  const documents = (await (await fetch(`${String(second.ready['controlUrl'])}/documents`)).json()) as { documentId: string }[];
  const kept = new Set(documents.map(({ documentId }) => documentId));
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  // Documents whose answer was under way are there too, but no more than those.
  expect(kept.size - answered.length).toBeLessThanOrEqual(AT_ONCE);
  await second.stop();
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
  database.close();
});

async function importer(ready: Ready): Promise<(reference: string) => Promise<string>> {
  const made = await fetch(`${String(ready['controlUrl'])}/integrations`, { method: 'POST' });
  const { integrationId, integrationSecret } = (await made.json()) as Integration;
  const { clientId, clientSecret } = ready;
  const form = { grant_type: 'client_credentials', client_id: String(clientId), client_secret: String(clientSecret) };
  const given = await fetch(`${String(ready['authUrl'])}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await given.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integrationSecret };
  return async (reference) => {
    const body = new FormData();
    body.append('filename', 'scan.pdf');
    body.append('externalReference', reference);
    body.append('file', new Blob([new Uint8Array(aPdf(reference))]), 'scan.pdf');
    const answer = await fetch(`${String(ready['baseUrl'])}/integrations/${integrationId}/purchase-invoices`, {
      method: 'POST',
      headers,
      body,
    });
    return ((await answer.json()) as { documentId: string }).documentId;
  };
}

const KILL_GROUP_COMMIT_TEST_MS = 120_000;
/** The lines after which a life ends: in the first group, and in the middle of many. */
const KILLS = [1, 3, 17, 40, 95, 170, 333, 612];

describe('a program that is killed while many writes share a commit', () => {
  test.each(KILLS)(
    'has kept all that was acknowledged by line %i, and sent nothing without its intent',
    { timeout: KILL_GROUP_COMMIT_TEST_MS },
    async (lines) => {
      const profile = tempFolder();
      const said = toldIn((await runUntil(profile, {}, lines)).said);
      const journal = new DatabaseSync(join(profile, 'journal.sqlite'));
      const ids = (sql: string): ReadonlySet<unknown> =>
        new Set(
          journal
            .prepare(sql)
            .all()
            .map((row) => Object.values(row)[0]),
        );
      const [items, intents, received] = [
        ids('SELECT id FROM items'),
        ids('SELECT reference FROM intents'),
        ids("SELECT id FROM items WHERE kind = 'awaiting'"),
      ];
      journal.close();
      expect(said.queued.length + said.sent.length + said.ended.length).toBeGreaterThanOrEqual(lines);
      expect(said.queued.filter((id) => !items.has(id))).toEqual([]);
      expect(said.sent.filter((reference) => !intents.has(reference))).toEqual([]);
      expect(said.ended.filter((id) => !received.has(id))).toEqual([]);
    },
  );
});
