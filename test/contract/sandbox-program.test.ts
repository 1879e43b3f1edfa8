import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { invoiceForm } from './bench.ts';
import { type Received, readJwt } from './webhooks.ts';

describe('the sandbox as a program', () => {
  it('prints one ready line, keeps its identity with --data, and ends on SIGTERM', async () => {
    const args = ['sandbox/server.ts', '--data', join(tempFolder(), 'sandbox.db')];
    const first = await readyLine({ args });
    const { baseUrl, authUrl, controlUrl, clientId } = first.ready;
    expect(first.ready).toEqual({
      ready: 'sandbox',
      consoleUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/console\/$/),
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      authUrl: String(baseUrl).replace('/v1', ''),
      jwksUrl: `${String(authUrl)}/.well-known/jwks.json`,
      controlUrl: `${String(authUrl)}/control`,
      issuer: authUrl,
      clientId: expect.any(String),
      clientSecret: expect.any(String),
      scope: expect.any(String),
    });
    const jwks = await (await fetch(String(first.ready['jwksUrl']))).text();
    await fetch(`${String(controlUrl)}/integrations`, { method: 'POST' });
    expect(await first.stop()).toBe(0);
    expect(first.stdout.length).toBe(1);

    const second = await readyLine({ args });
    expect([second.ready['clientId'], second.ready['clientSecret']]).toEqual([clientId, first.ready['clientSecret']]);
    expect(await (await fetch(String(second.ready['jwksUrl']))).text()).toBe(jwks);
    expect(((await (await fetch(`${String(second.ready['controlUrl'])}/integrations`)).json()) as unknown[]).length).toBe(1);
  });

  it('takes a scan, decides it and delivers the signed event over real sockets', async () => {
    const inbox = await receiver();
    const switches = JSON.stringify({ autoDecide: { afterMs: 0 }, answerLost: 1 });
    const { ready } = await readyLine({ args: ['sandbox/server.ts', '--webhook-url', inbox.url, '--switches', switches] });
    const { token, integrationId, integrationSecret } = await introduced(ready);
    const url = `${String(ready['baseUrl'])}/integrations/${integrationId}/purchase-invoices`;
    const headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integrationSecret };
    const send = () => fetch(url, { method: 'POST', headers, body: invoiceForm({ externalReference: 'a' }) });
    await expect(send()).rejects.toThrow('fetch failed');
    expect((await send()).status).toBe(409);
    const event = await inbox.first;
    const jwks = (await (await fetch(String(ready['jwksUrl']))).json()) as Parameters<typeof readJwt>[1];
    expect(readJwt(event.headers['x-service-webhook-signature'] ?? '', jwks)).toMatchObject({
      genuine: true,
      claims: { iss: ready['issuer'] },
    });
    expect(JSON.parse(event.body.toString())).toMatchObject({ data: { integrationId, externalReference: 'a', documentState: 'Accepted' } });
  });

  it('delivers after a kill what it had decided before', async () => {
    const args = ['sandbox/server.ts', '--data', join(tempFolder(), 'sandbox.db')];
    const first = await readyLine({ args });
    const { token, integrationId, integrationSecret } = await introduced(first.ready);
    const headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integrationSecret };
    const url = `${String(first.ready['baseUrl'])}/integrations/${integrationId}/sales-invoices`;
    const { documentId } = (await (await fetch(url, { method: 'POST', headers, body: invoiceForm() })).json()) as { documentId: string };
    const decision = JSON.stringify({ documentState: 'Refused', rejectionReason: 'Illisible' });
    const decided = await fetch(`${String(first.ready['controlUrl'])}/documents/${documentId}/decide`, { method: 'POST', body: decision });
    const { eventId } = (await decided.json()) as { eventId: string };
    expect(await first.stop('SIGKILL')).toBeNull();

    const inbox = await receiver();
    await readyLine({ args: [...args, '--webhook-url', inbox.url] });
    expect(JSON.parse((await inbox.first).body.toString())).toMatchObject({ id: eventId, data: { documentId, documentState: 'Refused' } });
  });

  it('says what is wrong with its arguments and does not start', async () => {
    await expect(readyLine({ args: ['sandbox/server.ts', '--port', 'x'] })).rejects.toThrow('no ready line');
  });
});

async function introduced(ready: Readonly<Record<string, unknown>>) {
  const made = await fetch(`${String(ready['controlUrl'])}/integrations`, { method: 'POST' });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: String(ready['clientId']),
    client_secret: String(ready['clientSecret']),
  });
  const given = await fetch(`${String(ready['authUrl'])}/oauth2/token`, { method: 'POST', body });
  const { access_token: token } = (await given.json()) as { access_token: string };
  return { token, ...((await made.json()) as { integrationId: string; integrationSecret: string }) };
}

async function receiver(): Promise<{ readonly url: string; readonly first: Promise<Received> }> {
  const { promise, resolve } = Promise.withResolvers<Received>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.writeHead(204).end();
      resolve({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts),
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, first: promise };
}
