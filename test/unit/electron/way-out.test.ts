import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNetwork } from '#electron/engine/create-network.ts';
import { systemProxy } from '#electron/desktop/system-proxy.ts';
import { createSettings } from '#electron/settings/create-settings.ts';
import type { ProxySettings } from '#shared/app-api/settings.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import type { CompanySecrets } from '#electron/companies/company-secrets.ts';
import { session } from '#test/support/fake-electron/fake-electron.ts';
import { makeAuthority } from '#test/support/network/make-certificate.ts';
import { smallProxy } from '#test/support/network/small-proxy.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { tempFolder } from '#test/support/folders.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { anEngine } from './an-engine.ts';

const HOST = 'service.test';
const office = makeAuthority();

/** What the settings and the system say about the proxy, and the vault's password for it; everything else is the app's own wiring. */
async function anOffice(of: { proxy: Partial<ProxySettings>; environment?: Record<string, string>; password?: string }) {
  const server = createServer(office.issue({ host: HOST }), (_, response) => response.end('here'));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = undiciHttp({ ca: [office.cert] });
  onTestFinished(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
    session.defaultSession.proxies = async () => 'DIRECT';
  });
  const password = of.password === undefined ? fail({ kind: 'absent' } as const) : ok(of.password);
  const network = createNetwork({
    world: { clock: virtualClock(), http } as never,
    deps: { proxies: { environment: of.environment ?? {}, system: systemProxy } },
    settings: createSettings({ read: () => ({ proxy: { mode: 'system', url: null, user: null, ...of.proxy } }), write: () => undefined }),
    secrets: { installationSecret: async () => password } as unknown as CompanySecrets,
    typedIn: () => undefined,
  });
  const url = `https://${HOST}:${(server.address() as AddressInfo).port}/`;
  const send = () =>
    network.http.send({ method: 'POST', url, headers: {}, body: [new Uint8Array(9)], timeoutMs: 10_000, answerBytesMax: 99 });
  return { url, send };
}

function system(answer: (url: string) => string): string[] {
  const asked: string[] = [];
  session.defaultSession.proxies = async (url) => {
    asked.push(url);
    return answer(url);
  };
  return asked;
}

const ARRIVED = { ok: true, value: { status: 200 } };
const PASSWORD = { user: 'anne', password: 'pässwort' };

describe('the way out of an office', () => {
  it('is what the system’s script says for the very address, and the next of its list where the first is not there', async () => {
    const [gone, alive] = [await smallProxy(), await smallProxy()];
    await gone.close();
    const asked = system(() => `PROXY ${new URL(gone.url).host}; PROXY ${new URL(alive.url).host}; DIRECT`);
    const { url, send } = await anOffice({ proxy: {} });
    expect(await send()).toMatchObject(ARRIVED);
    expect(asked).toEqual([url]);
    expect(alive.asked).toEqual([`CONNECT ${new URL(url).host}`]);
  });

  it('by the system shows the name and the password that were typed in here, and tells when they are missing', async () => {
    const proxy = await smallProxy({ wants: PASSWORD });
    system(() => `PROXY ${new URL(proxy.url).host}`);
    const known = await anOffice({ proxy: { user: PASSWORD.user }, password: PASSWORD.password });
    expect(await known.send()).toMatchObject(ARRIVED);
    const nobody = await anOffice({ proxy: {} });
    expect(await nobody.send()).toEqual({ ok: false, failure: { kind: 'proxy', sent: 'never-sent', code: 'PROXY_407' } });
  });

  it('is the environment’s where the system’s script breaks', async () => {
    const proxy = await smallProxy();
    session.defaultSession.proxies = () => Promise.reject(new Error('PAC'));
    const { send } = await anOffice({ proxy: {}, environment: { HTTPS_PROXY: proxy.url } });
    expect(await send()).toMatchObject(ARRIVED);
    expect(proxy.asked).toHaveLength(1);
  });

  it('is the environment’s where that was chosen, with the password in it, and no other', async () => {
    const proxy = await smallProxy({ wants: PASSWORD });
    const asked = system(() => 'DIRECT');
    const named = proxy.url.replace('http://', `http://anne:${encodeURIComponent(PASSWORD.password)}@`);
    const { send } = await anOffice({ proxy: { mode: 'environment' }, environment: { HTTPS_PROXY: named } });
    expect(await send()).toMatchObject(ARRIVED);
    expect([proxy.asked.length, asked.length]).toEqual([1, 0]);
  });

  it('goes round the proxy for what NO_PROXY names', async () => {
    const proxy = await smallProxy();
    const { send } = await anOffice({ proxy: { mode: 'environment' }, environment: { HTTPS_PROXY: proxy.url, NO_PROXY: `.${HOST}` } });
    // A direct connection needs its name, which nobody here can resolve.
    expect(await send()).toMatchObject({ ok: false, failure: { kind: 'unreachable', sent: 'never-sent' } });
    expect(proxy.asked).toEqual([]);
  });

  it('is the one that was typed in, with its password; a wrong one, and one that is not there, are told apart', async () => {
    const proxy = await smallProxy({ wants: PASSWORD });
    const manual = { mode: 'manual', url: proxy.url, user: PASSWORD.user } as const;
    expect(await (await anOffice({ proxy: manual, password: PASSWORD.password })).send()).toMatchObject(ARRIVED);
    const wrong = await anOffice({ proxy: manual, password: 'passwort' });
    expect(await wrong.send()).toMatchObject({ ok: false, failure: { kind: 'proxy', sent: 'never-sent', code: 'PROXY_407' } });
    await proxy.close();
    expect(await wrong.send()).toMatchObject({ ok: false, failure: { kind: 'proxy', sent: 'never-sent', code: 'PROXY_ECONNREFUSED' } });
  });

  it('changes with the network, from one request to the next', async () => {
    const [first, second] = [await smallProxy(), await smallProxy()];
    let now = first;
    system(() => `PROXY ${new URL(now.url).host}`);
    const { send } = await anOffice({ proxy: {} });
    await send();
    now = second;
    expect(await send()).toMatchObject(ARRIVED);
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
  });
});

const parts = realParts();

async function anInstallation() {
  const root = tempFolder();
  const scans = join(root, 'scans');
  mkdirSync(scans);
  const engine = await anEngine(root);
  await engine.client.installation.change(parts().installation);
  const integration = await parts().control.createIntegration();
  const connect = () => engine.client.companies.connect({ name: 'Vidal', ...integration });
  const watch = async (companyId: string) => {
    await engine.client.folders.add({ companyId, importType: 'purchase-invoices', path: scans, settleMs: 50 });
    await engine.until(({ folders }) => folders[0]?.lastSweptAt !== null);
  };
  const documents = async () => (await parts().control.documents()).filter((one) => one.integrationId === integration.integrationId);
  return { root, scans, engine, connect, watch, documents };
}

const direct = (clientId: string | null) => ({ credentials: { mode: 'direct' as const, clientId } });

describe('with client credentials of its own, an installation', () => {
  it('sends without the relay’s token, brings back the result, and keeps the secret in its vault alone', async () => {
    const { root, scans, engine, connect, watch, documents } = await anInstallation();
    const { clientId, clientSecret } = parts().credentials;
    await engine.client.settings.change(direct(clientId));
    expect(await engine.client.secrets.keep({ name: 'client-secret', secret: clientSecret })).toEqual({
      ok: true,
      value: { 'client-secret': true, 'proxy-password': false },
    });
    const company = await connect();
    if (!company.ok) throw new Error(company.failure.kind);
    await watch(company.value.id);
    writeFileSync(join(scans, 'one.pdf'), aPdf('direct'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    const [document] = await documents();
    await parts().control.decide(document?.documentId ?? '', { documentState: 'Accepted' });
    await engine.until(({ counts }) => counts.accepted === 1);
    await engine.close();
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()))
      expect([entry.name, readFileSync(join(entry.parentPath, entry.name)).includes(clientSecret)]).toEqual([entry.name, false]);
    expect(engine.log.text()).not.toContain(clientSecret);
  });

  it('is told whose credentials are wrong, and connects nothing by them', async () => {
    const { engine, connect } = await anInstallation();
    await engine.client.settings.change(direct(parts().credentials.clientId));
    expect(await connect()).toEqual({ ok: false, failure: { kind: 'own-credentials' } });
    await engine.client.secrets.keep({ name: 'client-secret', secret: 'mistyped' });
    expect(await connect()).toEqual({ ok: false, failure: { kind: 'own-credentials' } });
    await engine.client.secrets.keep({ name: 'client-secret', secret: parts().credentials.clientSecret });
    expect(await connect()).toMatchObject({ ok: true });
  });

  it('loses nothing by a switch, there and back, with something waiting', async () => {
    const { scans, engine, connect, watch, documents } = await anInstallation();
    const company = await connect();
    if (!company.ok) throw new Error(company.failure.kind);
    await watch(company.value.id);
    await engine.client.settings.change(direct('00000000-0000-4000-8000-000000000000'));
    await engine.client.secrets.keep({ name: 'client-secret', secret: 'mistyped' });
    writeFileSync(join(scans, 'one.pdf'), aPdf('waits for credentials'));
    await engine.until(({ counts, companies }) => counts.waiting === 1 && companies[0]?.connection.kind === 'checking');
    expect(engine.app.overview().companies[0]?.connection).toMatchObject({ doubt: 'credentials' });
    expect(await documents()).toEqual([]);
    await engine.client.settings.change({ credentials: { mode: 'broker', clientId: null } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    await engine.client.settings.change(direct(parts().credentials.clientId));
    await engine.client.secrets.keep({ name: 'client-secret', secret: parts().credentials.clientSecret });
    writeFileSync(join(scans, 'two.pdf'), aPdf('by its own'));
    await engine.until(({ counts }) => counts.awaiting === 2);
    expect(await documents()).toHaveLength(2);
  });
});
