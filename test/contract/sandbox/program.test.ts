import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { invoiceForm, readJwt, type Received } from '../bench.ts';
import { NO_SIGNALS, unless } from '#test/support/why-skipped.ts';

describe('the sandbox as a program', () => {
  it('prints one ready line, and keeps its identity with --data', async () => {
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
    await first.stop();
    expect(first.stdout.length).toBe(1);

    const second = await readyLine({ args });
    expect([second.ready['clientId'], second.ready['clientSecret']]).toEqual([clientId, first.ready['clientSecret']]);
    expect(await (await fetch(String(second.ready['jwksUrl']))).text()).toBe(jwks);
    expect(((await (await fetch(`${String(second.ready['controlUrl'])}/integrations`)).json()) as unknown[]).length).toBe(1);
  });

  it('ends by itself on SIGTERM', unless(NO_SIGNALS), async () => {
    const program = await readyLine({ args: ['sandbox/server.ts'] });
    expect(await program.stop()).toBe(0);
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

  it('decides after a kill what was to be decided by itself, as the rules were, and once', async () => {
    const args = ['sandbox/server.ts', '--data', join(tempFolder(), 'sandbox.db')];
    const rules = { autoDecide: { afterMs: 1_500, refuseWhen: [{ contains: 'facture', reason: 'Illisible' }] } };
    const first = await readyLine({ args: [...args, '--switches', JSON.stringify(rules)] });
    const { token, integrationId, integrationSecret } = await introduced(first.ready);
    const headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integrationSecret };
    const url = `${String(first.ready['baseUrl'])}/integrations/${integrationId}/purchase-invoices`;
    const { documentId } = (await (await fetch(url, { method: 'POST', headers, body: invoiceForm() })).json()) as { documentId: string };
    expect(await first.stop('SIGKILL')).toBeNull();

    const inbox = await receiver();
    const second = await readyLine({ args: [...args, '--webhook-url', inbox.url] });
    const told = { documentId, documentState: 'Refused', rejectionReason: 'Illisible' };
    expect(JSON.parse((await inbox.first).body.toString())).toMatchObject({ data: told });
    const deliveries = (await (await fetch(`${String(second.ready['controlUrl'])}/deliveries`)).json()) as unknown[];
    expect(deliveries).toHaveLength(1);
  });

  it.each(['--help', '-h'])('explains itself with %s', (option) => {
    expect(ended(option)).toEqual({ status: 0, stdout: expect.stringMatching(/npm run -s sandbox -- [^]*--webhook-url URL/), stderr: '' });
  });

  it.each([
    ['an unknown option', ['--prot', '1'], /^Unknown option '--prot'\./],
    ['a word', ['serve'], /^Unexpected argument 'serve'\./],
    ['a port that is none', ['--port', 'x'], /^--port is a whole number from 0 to 65535, not "x"\./],
    ['a port that is too high', ['--port', '65536'], /^--port is a whole number/],
    ['switches that are no JSON', ['--switches', '{'], /^--switches is no JSON: \{/],
    ['an unknown switch', ['--switches', '{"colour":1}'], /^--switches: there is no switch colour\./],
    ['a switch of another type', ['--switches', '{"maxFileBytes":"x"}'], /^--switches: maxFileBytes: /],
    ['switches that are a list', ['--switches', '[]'], /^--switches: an object is expected/],
    ['a webhook that is no address', ['--webhook-url', 'relay'], /^--webhook-url is an http or https address, not "relay"\./],
    ['a webhook over another protocol', ['--webhook-url', 'ftp://relay/'], /^--webhook-url is an http or https address/],
    ['a data file in no folder', ['--data', 'test/no-such-folder/x.db'], /^--data .*cannot be opened \(unable to open database file\)/],
    ['a data file that is something else', ['--data', 'package.json'], /^--data package\.json cannot be opened \(file is not a database\)/],
  ])('refuses %s in one sentence', (_what, args, sentence) => {
    const { stderr, ...rest } = ended(...args);
    expect(rest).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.any(String), 'See --help.']);
  });

  it('says that a port is taken', async () => {
    const { ready } = await readyLine({ args: ['sandbox/server.ts'] });
    const { port } = new URL(String(ready['authUrl']));
    expect(ended('--port', port)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(new RegExp(`^--port ${port} cannot be listened on \\(EADDRINUSE\\)`)),
    });
  });
});

/** Starts a program that is expected to end by itself. */
function ended(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['sandbox/server.ts', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

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
