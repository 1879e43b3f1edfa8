import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Parts } from '#electron/engine/parts.ts';
import { createRemoteParts } from '#electron/engine/create-parts.ts';
import { type RemoteParts } from '#electron/engine/parts.ts';
import { createWakeUps } from '#electron/engine/wake-ups.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { createSettings } from '#electron/settings/create-settings.ts';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { createWorld } from '#electron/platform/create-world.ts';
import { integrationIdSchema, type Reference } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

const WITHIN = { timeout: 20_000, interval: 50 };
const NEVER = new AbortController().signal;

async function ask(url: string, method: string, body: unknown = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Sandbox and relay as separate programs that know each other. */
async function integrationFixture(folder: string) {
  const sandbox = (await readyLine({ args: ['sandbox/server.ts'] })).ready as Record<string, string>;
  const service = serviceProfileSchema.parse({ ...sandbox, issuer: sandbox['issuer'] ?? new URL(sandbox['baseUrl'] ?? '').origin });
  const env = {
    RELAY_BASE_URL: service.baseUrl,
    RELAY_AUTH_URL: service.authUrl,
    RELAY_JWKS_URL: service.jwksUrl,
    RELAY_ISSUER: service.issuer,
    RELAY_SCOPE: service.scope,
    RELAY_CLIENT_ID: sandbox['clientId'] ?? '',
    RELAY_CLIENT_SECRET: sandbox['clientSecret'] ?? '',
    RELAY_SEAL_KEYS: 'none',
    RELAY_PORT: '0',
    RELAY_STORE: `sqlite:${join(folder, 'relay.db')}`,
  };
  const relay = (await readyLine({ args: ['relay/server.ts'], env })).ready as Record<string, string>;
  const controlUrl = sandbox['controlUrl'] ?? '';
  await ask(`${controlUrl}/switches`, 'PATCH', { webhookUrl: relay['webhookUrl'] });
  const integration = async () => {
    const made = await ask(`${controlUrl}/integrations`, 'POST');
    return { integrationId: integrationIdSchema.parse(made['integrationId']), integrationSecret: String(made['integrationSecret']) };
  };
  return { service, relayUrl: relay['url'] ?? null, controlUrl, integration };
}

/** The parts of the app that communicate with them. */
async function anApp() {
  const profile = tempFolder();
  const { service, relayUrl, controlUrl, integration } = await integrationFixture(profile);
  const log = recordingLog();
  const world = createWorld({ log, files: nodeFiles(), secrets: keyFile({ path: join(profile, 'key'), absent: 'create' }) });
  const opened = openJournal(join(profile, 'journal.sqlite'), world);
  if (!opened.ok) throw new Error(opened.failure.detail);
  const journal = opened.value;
  const settings = createSettings({ read: () => ({}), write: () => undefined });
  settings.change({ relayUrl: relayUrl ?? undefined, service });
  const host = { host: 'headless', version: '0', locale: 'en', deviceName: 'Office', chooseFolder: null, reveal: null } as const;
  const deps = { ...host, profile, home: profile, sha256: nodeSha256 };
  const parts = (): Parts => outside as Parts;
  const wakeUps = createWakeUps({ journal, parts });
  // No other part of the engine is here to be woken.
  const pageCommitted: typeof wakeUps.pageCommitted = (page) => wakeUps.pageCommitted({ ...page, effects: [] });
  const wake = { ...wakeUps, pageCommitted, answered: () => undefined, companyRemoved: () => undefined };
  const outside: RemoteParts = createRemoteParts({ world, deps, journal, settings, wake });
  outside.companies.start();
  outside.results.start();
  onTestFinished(async () => {
    await Promise.all([outside.companies.close(), outside.results.close()]);
    journal.close();
  });
  const only = () => journal.companies.companies()[0];
  return { ...outside, journal, log, controlUrl, integration, only };
}

describe('with the real sandbox and the real relay', () => {
  it('connects, sends, reads the result, learns of the revocation, and reconnects', async () => {
    const { companies, results, upload, journal, log, controlUrl, integration, only } = await anApp();
    const first = await integration();
    const wrong = await companies.connect({ name: 'Bakery', colour: null, ...first, integrationSecret: 'mistyped' });
    expect(wrong).toEqual({ ok: false, failure: { kind: 'wrong-secret' } });
    const made = await companies.connect({ name: 'Bakery', colour: null, ...first });
    expect(made).toMatchObject({ ok: true, value: { connection: { kind: 'active' } } });
    const companyId = only()?.id;
    if (companyId === undefined) throw new Error('no company');

    const bytes = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');
    const what = {
      integrationId: first.integrationId,
      companyId,
      importType: 'purchase-invoices',
      sentName: 'été.pdf',
      mediaType: 'application/pdf',
      bytes,
      leave: async () => true,
    } as const;
    const sent = await upload({ ...what, reference: 'iy1first00' as Reference }, NEVER);
    if (sent.kind !== 'received') throw new Error(JSON.stringify(sent));
    expect(await upload({ ...what, reference: 'iy1first00' as Reference }, NEVER)).toEqual({
      kind: 'already-received',
      documentId: sent.documentId,
      depositedAt: expect.any(Number),
    });

    await ask(`${controlUrl}/documents/${sent.documentId}/decide`, 'POST', { documentState: 'Refused', rejectionReason: 'illisible' });
    await vi.waitFor(() => expect(journal.results.links()[0]?.cursor?.seq).toBe(1), WITHIN);
    expect(results.view().kind).toBe('connected');

    await ask(`${controlUrl}/tokens/expire`, 'POST');
    expect(await upload({ ...what, reference: 'iy1second00' as Reference }, NEVER)).toMatchObject({ kind: 'received' });

    await ask(`${controlUrl}/integrations/${first.integrationId}/revoke`, 'POST');
    await vi.waitFor(() => expect(only()?.connection).toMatchObject({ kind: 'invalid', reason: 'revoked' }), WITHIN);
    expect(await companies.reconnect({ companyId, ...first })).toMatchObject({ ok: false });
    const second = await integration();
    expect(await companies.reconnect({ companyId, ...second })).toMatchObject({
      ok: true,
      value: { connection: { kind: 'active' }, formerIntegrationIds: [first.integrationId] },
    });
    const after = await upload({ ...what, integrationId: second.integrationId, reference: 'iy1third00' as Reference }, NEVER);
    if (after.kind !== 'received') throw new Error(JSON.stringify(after));
    await ask(`${controlUrl}/documents/${after.documentId}/decide`, 'POST', { documentState: 'Accepted' });
    await vi.waitFor(() => expect(journal.results.links()[1]?.cursor?.seq).toBe(1), WITHIN);
    for (const { integrationSecret } of [first, second]) expect(log.text()).not.toContain(integrationSecret);
  });
});
