import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spool } from '#electron/delivery/spool.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { checkConnection } from '#electron/service/check-connection.ts';
import { importDocument } from '#electron/service/import-document.ts';
import type { Outgoing } from '#shared/domain/item/sending/sent-name.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import { companyIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { reference } from '#shared/domain/item/reference.ts';
import { ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { openBench } from './bench.ts';
import { pdfOf, SCANS } from './fixtures/answers.ts';

const NEVER = new AbortController().signal;

describe('the app’s own clients against the sandbox, over a socket', () => {
  it('import a document, and find it again with a 409 after its answer was lost', async () => {
    const { send, bench } = await connected({ answerLost: 1 });
    expect(await send()).toMatchObject({ kind: 'failed', failure: { kind: 'broken' } });
    const again = await send();
    const documents = (await (await bench.control('GET', '/documents')).json()) as { documentId: string }[];
    expect(again).toEqual({ kind: 'already-received', documentId: documents[0]?.documentId, depositedAt: expect.any(Number) });
    expect(documents).toMatchObject([{ filename: 'Facture n°12 – été.pdf', bytes: SCANS.pdf.byteLength, userEmail: 'lea@example.fr' }]);
  });

  it('send copies from the disk whose files are overwritten the moment they are free, and the service has what was meant', async () => {
    const { send, bench } = await connected();
    const folder = tempFolder();
    const copies = spool({ files: nodeFiles(), random: seededRandom(5), folder, isLow: () => false, onFree: overwrite });
    const meant: string[] = [];
    const sendOne = async (number: number): Promise<void> => {
      const bytes = pdfOf(100_000 + ((number * 331_777) % 1_900_000));
      bytes.set(utf8(String(number)), 50);
      const sha256 = hex(nodeSha256([bytes]));
      meant.push(sha256);
      const [itemId, path] = [randomUUID() as ItemId, copies.take()];
      writeFileSync(path, Buffer.concat([copyHeader(itemId, bytes.byteLength), bytes]));
      await copies.keep(itemId, { path, bytes: bytes.byteLength });
      const copy = await copies.open(itemId, { sha256, isIt: async () => Promise.reject(new Error('nothing is read before')) });
      if (copy === null) throw new Error('a copy was not found');
      const sending = send({ bytes: copy, of: bytes });
      // As when another computer's result comes meanwhile.
      await copies.drop(itemId);
      expect(await sending).toMatchObject({ kind: 'received' });
      copy.close();
    };
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 8 }, (_, one) => sendOne(round * 8 + one)));
    const documents = (await (await bench.control('GET', '/documents')).json()) as { sha256: string }[];
    expect(documents.map(({ sha256 }) => sha256).toSorted()).toEqual(meant.toSorted());
    // Three rounds, and no more files than there were copies at a time.
    expect(readdirSync(folder)).toHaveLength(8);
  });

  it('meet a stale token with a fresh one, once', async () => {
    const { send, bench } = await connected();
    await send();
    await bench.control('POST', '/tokens/expire');
    expect(await send({ bytes: SCANS.png })).toMatchObject({ kind: 'received' });
  });

  it.each([400, 413] as const)('take a size that is refused by %i for a file that is too large', async (oversizeStatus) => {
    const { send } = await connected({ oversizeStatus, maxFileBytes: 5_000_000 });
    expect(await send({ bytes: pdfOf(5_000_001) })).toMatchObject({
      kind: 'declined',
      problem: { kind: 'too-large', bytesMax: 5_000_000, detail: 'file has 5000001 bytes.' },
    });
  });

  it('take a connection that is cut for no answer', async () => {
    const { send } = await connected({ oversizeStatus: 'reset', maxFileBytes: 5_000_000 });
    expect(await send({ bytes: pdfOf(5_000_001) })).toMatchObject({ kind: 'failed', failure: { kind: 'broken' } });
  });

  it.each(['SMB_CLOSED', 'SMB_NOTFOUND', 'CPA_CLOSED'])(
    'learn %s from the import, and afterwards from the status route',
    async (errorCode) => {
      const { send, check, bench, integrationId } = await connected();
      expect(await check()).toEqual({ kind: 'valid' });
      await bench.control('POST', `/integrations/${integrationId}/close`, { errorCode });
      expect(await send()).toEqual({ kind: 'revoked', reason: errorCode });
      expect(await send()).toEqual({ kind: 'unauthorised' });
      expect(await check()).toEqual({ kind: 'invalid', reason: errorCode, status: 401 });
    },
  );

  it('honour Retry-After, and get through when it is over', async () => {
    const { send } = await connected({ failNext: { status: 429, times: 1, retryAfter: '7' } });
    expect(await send()).toEqual({ kind: 'failed', failure: { kind: 'service', status: 429 }, retryAfterMs: 7_000 });
    expect(await send()).toMatchObject({ kind: 'received' });
  });

  it('believe an event as it was signed, and not one byte else', async () => {
    const { bench, send, http } = await connected({ eventBeforeAnswer: true });
    await send();
    const [received] = bench.webhooks.received;
    const keys = jwksCache({ http, clock: bench.clock, sha256: nodeSha256, jwksUrl: `${bench.origin}/.well-known/jwks.json` });
    const by = { keys, issuer: bench.sandbox.addresses.issuer, sha256: nodeSha256 };
    const webhook = { jwt: received?.headers['x-service-webhook-signature'] ?? null, receivedAt: bench.clock.wallMs() };
    const body = new Uint8Array(received?.body ?? []);
    expect(await verifyWebhook({ ...webhook, body }, by)).toMatchObject({
      ok: true,
      value: { envelope: { type: 'DocumentStatus' }, late: false },
    });
    expect(await verifyWebhook({ ...webhook, body: body.with(body.length - 1, 0x20) }, by)).toMatchObject({
      ok: false,
      failure: { kind: 'forged' },
    });
    expect(await verifyWebhook({ ...webhook, body }, { ...by, issuer: 'http://other' })).toMatchObject({ ok: false });
  });
});

function overwrite(path: string): void {
  writeFileSync(path, 'free '.repeat(500_000));
}

async function connected(switches: SwitchesPatch = {}) {
  const bench = await openBench({ way: 'socket', switches });
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const { integrationId: id, integrationSecret: secret } = await bench.integration();
  const integrationId = integrationIdSchema.parse(id);
  const { credentials, addresses } = bench.sandbox;
  const urls = { baseUrl: `${bench.origin}/v1`, authUrl: bench.origin, jwksUrl: `${bench.origin}/.well-known/jwks.json` };
  const profile = serviceProfileSchema.parse({ ...urls, issuer: addresses.issuer, scope: credentials.scope });
  const tokens = tokenCache(() => requestToken(http, { ...credentials, authUrl: profile.authUrl }), bench.clock);
  const deps = { http, clock: bench.clock, random: seededRandom(3), tokens, profile: () => profile };
  const user = { secretOf: () => Promise.resolve(ok(secret)), noSecret: () => {}, worked: () => {} };
  const importer = importDocument({ ...deps, ...user });
  return {
    bench,
    http,
    integrationId,
    /** `of`: all the bytes, for the reference. */
    send: ({ bytes = SCANS.pdf, of }: { bytes?: Outgoing['bytes']; of?: Uint8Array } = {}) =>
      importer(outgoing(integrationId, bytes, of ?? (bytes as Uint8Array)), NEVER),
    check: () => checkConnection(deps)({ integrationId, secret }),
  };
}

function outgoing(integrationId: Outgoing['integrationId'], bytes: Outgoing['bytes'], of: Uint8Array): Outgoing {
  const importType = 'purchase-invoices';
  return {
    integrationId,
    companyId: companyIdSchema.parse('22222222-2222-4222-8222-222222222222'),
    importType,
    reference: reference(nodeSha256, { integrationId, importType, contentSha256: hex(nodeSha256([of])), resubmission: 0 }),
    sentName: 'Facture n°12 – été.pdf',
    userEmail: 'lea@example.fr',
    mediaType: 'application/pdf',
    bytes,
    leave: async () => true,
  };
}
