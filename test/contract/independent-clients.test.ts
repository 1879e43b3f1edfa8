import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CloudEvent, HTTP } from 'cloudevents';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { ENTRIES } from './fixtures/entries.ts';
import { SCANS } from './fixtures/answers.ts';
import { type Delivery, openReceiver, type Receiver } from './suite/receiver.ts';
import { noProgram, unless } from '#test/support/why-skipped.ts';

describe('clients that we did not write', () => {
  it('oauth4webapi gets a token, and the service takes it', async () => {
    const { ready } = await aSandbox();
    const token = await tokenBy(ready, String(ready['clientSecret']));
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3_600, access_token: expect.any(String) as unknown });
    const health = await fetch(`${String(ready['baseUrl'])}/health`, { headers: { authorization: `Bearer ${token.access_token}` } });
    expect(health.status).toBe(204);
  });

  it('oauth4webapi understands why it gets none', async () => {
    const { ready } = await aSandbox();
    await expect(tokenBy(ready, 'wrong')).rejects.toMatchObject({ name: 'ResponseBodyError', status: 401, error: 'invalid_client' });
    await expect(tokenBy(ready, String(ready['clientSecret']), 'other')).rejects.toMatchObject({ status: 400, error: 'invalid_scope' });
  });

  it('cloudevents parses every event, and finds it valid', async () => {
    const { events } = await everyKindOfEvent();
    for (const delivery of events) {
      const message = { headers: { ...delivery.headers }, body: delivery.body.toString('utf8') };
      // An array would be a batch, which the document does not have.
      const event = HTTP.toEvent(message) as CloudEvent<unknown>;
      expect(event.validate()).toBe(true);
      expect(event.toJSON()).toEqual(delivery.event);
    }
    expect(kinds(events)).toEqual(['DocumentStatus Accepted', 'DocumentStatus Accepted', 'DocumentStatus Refused', 'Revocation undefined']);
  });

  it('jose verifies every signature by the published keys, also after a rotation', async () => {
    const { events, ready } = await everyKindOfEvent();
    const keys = createRemoteJWKSet(new URL(String(ready['jwksUrl'])));
    const kids = new Set<unknown>();
    for (const { headers, body, event } of events) {
      const jwt = headers['x-service-webhook-signature'] ?? '';
      const { payload, protectedHeader } = await jwtVerify(jwt, keys, {
        algorithms: ['RS512'],
        issuer: String(ready['issuer']),
        requiredClaims: ['jti', 'iat', 'exp'],
      });
      expect(payload).toMatchObject({
        body_sha256: createHash('sha256').update(body).digest('hex'),
        ce_type: (event as { type: string }).type,
      });
      kids.add(protectedHeader.kid);
    }
    expect(kids.size).toBe(2);
  });

  it('curl’s multipart is accepted', unless(noProgram('curl')), async () => {
    const { ready, partner, control } = await aSandbox();
    const folder = tempFolder();
    const [scan, entries] = [join(folder, 'scan.pdf'), join(folder, 'entries.json')];
    writeFileSync(scan, SCANS.pdf);
    writeFileSync(entries, JSON.stringify(ENTRIES));
    const headers = [`authorization: Bearer ${partner.token}`, `x-service-api-key: ${partner.integrationSecret}`];
    const parts = [
      'filename=Facture n°12 – été.pdf',
      'comment=À payer',
      'externalReference=curl-1',
      `entries=<${entries};type=application/json`,
      `file=@${scan};type=application/pdf`,
    ];
    const answer = await curl({
      url: `${String(ready['baseUrl'])}/integrations/${partner.integrationId}/purchase-invoices`,
      headers,
      parts,
    });
    expect(answer).toEqual({ body: { documentId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown }, status: 200 });
    const documents = await control('GET', '/documents');
    expect(documents).toMatchObject([
      { filename: 'Facture n°12 – été.pdf', comment: 'À payer', externalReference: 'curl-1', bytes: SCANS.pdf.byteLength, entryLines: 2 },
    ]);
  });
});

type Ready = Readonly<Record<string, unknown>>;
type Control = (method: string, path: string, body?: unknown) => Promise<unknown>;
type Opened = { readonly ready: Ready; readonly partner: Partner; readonly control: Control; readonly receiver: Receiver };

async function aSandbox(): Promise<Opened> {
  const receiver = await openReceiver({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => receiver.close());
  const { ready } = await readyLine({ args: ['sandbox/server.ts', '--webhook-url', receiver.url] });
  const control: Control = async (method, path, body) => {
    const answer = await fetch(`${String(ready['controlUrl'])}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const integration = (await control('POST', '/integrations')) as Omit<Partner, 'token' | 'baseUrl'>;
  const { access_token: token } = await tokenBy(ready, String(ready['clientSecret']));
  return { ready, control, receiver, partner: { ...integration, token, baseUrl: String(ready['baseUrl']) } };
}

async function tokenBy(ready: Ready, clientSecret: string, scope = String(ready['scope'])): Promise<oauth.TokenEndpointResponse> {
  const server = { issuer: String(ready['issuer']), token_endpoint: `${String(ready['authUrl'])}/oauth2/token` };
  const client = { client_id: String(ready['clientId']) };
  // Loopback has no certificate.
  const loopback = { [oauth.allowInsecureRequests]: true };
  const answer = await oauth.clientCredentialsGrantRequest(server, client, oauth.ClientSecretPost(clientSecret), { scope }, loopback);
  return oauth.processClientCredentialsResponse(server, client, answer);
}

/** One accepted, one refused, one batch with metadata signed by a new key, and one revocation. */
async function everyKindOfEvent() {
  const opened = await aSandbox();
  const { control, partner, receiver } = opened;
  const arrive = async (count: number): Promise<void> => {
    expect((await receiver.wait(() => true, count)).length).toBe(count);
  };
  const [one, two] = [await importInvoiceBy(partner, 'purchase-invoices'), await importInvoiceBy(partner, 'sales-invoices')];
  await control('POST', `/documents/${one}/decide`, { documentState: 'Accepted' });
  await arrive(1);
  await control('POST', `/documents/${two}/decide`, { documentState: 'Refused', rejectionReason: 'مرفوض – « illisible » <b>' });
  await arrive(2);
  await control('POST', '/keys/rotate');
  const batch = await importEntriesBy(partner, { entries: ENTRIES, metadata: { lot: 'été', lignes: [1, 2] } });
  await control('POST', `/documents/${batch}/decide`, { documentState: 'Accepted' });
  await arrive(3);
  await control('POST', `/integrations/${partner.integrationId}/revoke`);
  await arrive(4);
  return { ready: opened.ready, events: receiver.deliveries };
}

function kinds(events: readonly Delivery[]): string[] {
  return events
    .map(({ event }) => event as { readonly type: string; readonly data: { readonly documentState?: string } })
    .map(({ type, data }) => `${type} ${data.documentState}`)
    .toSorted();
}

type Curl = { readonly url: string; readonly headers: readonly string[]; readonly parts: readonly string[] };

/** Secrets are passed in a config file on stdin: everybody can read a command line. */
function curl({ url, headers, parts }: Curl): Promise<{ readonly status: number; readonly body: unknown }> {
  const settings = headers.map((header) => `header = "${header}"\n`).join('');
  const args = ['-sS', '--config', '-', '-w', '\n%{http_code}', ...parts.flatMap((part) => ['-F', part]), url];
  return new Promise((resolve, reject) => {
    const child = execFile('curl', args, { timeout: 20_000 }, (error, stdout) => {
      if (error !== null) return reject(new Error('curl failed'));
      const [status = '', ...lines] = stdout.split('\n').toReversed();
      resolve({ status: Number(status), body: JSON.parse(lines.toReversed().join('\n')) as unknown });
    });
    child.stdin?.end(settings);
  });
}

/** Everything that a partner application needs for imports. */
type Partner = {
  readonly baseUrl: string;
  readonly token: string;
  readonly integrationId: string;
  readonly integrationSecret: string;
};

/** Imports with the platform's own fetch and FormData. Returns the documentId. */
function importInvoiceBy(partner: Partner, route: 'purchase-invoices' | 'sales-invoices'): Promise<string> {
  const form = new FormData();
  form.append('filename', 'facture.pdf');
  form.append('file', new Blob([SCANS.pdf], { type: 'application/pdf' }), 'scan.pdf');
  return imported(partner, route, { body: form });
}

function importEntriesBy(partner: Partner, body: unknown): Promise<string> {
  return imported(partner, 'entries', { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

async function imported(
  partner: Partner,
  route: string,
  init: { readonly body: FormData | string; readonly headers?: Record<string, string> },
): Promise<string> {
  const headers = { ...init.headers, authorization: `Bearer ${partner.token}`, 'x-service-api-key': partner.integrationSecret };
  const answer = await fetch(`${partner.baseUrl}/integrations/${partner.integrationId}/${route}`, {
    method: 'POST',
    headers,
    body: init.body,
  });
  const { documentId } = (await answer.json()) as { readonly documentId: string };
  return documentId;
}
