import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';

/** Two programs start, on a machine that has other work too. */
const TEST_MS = 90_000;
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
