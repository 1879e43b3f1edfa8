import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SettingsChange } from '#shared/app-api/settings.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { aConnectedEngine, anEngine } from './an-engine.ts';
import { runIn } from './headless/host-fixture.ts';

const TEST_MS = 60_000;
const parts = realParts();

/** Somebody else's service and relay on this computer. It accepts everything, and keeps what it receives. */
async function theirs() {
  const server = await scriptedServer(() => ({ status: 200, body: { access_token: 'theirs', token_type: 'Bearer', expires_in: 3_600 } }));
  const { url } = server;
  const service = { baseUrl: `${url}/v1`, authUrl: url, jwksUrl: `${url}/jwks`, issuer: url };
  return {
    place: { relayUrl: url, service },
    heard: () => JSON.stringify(server.asked.map(({ body, ...rest }) => [rest, body.toString()])),
  };
}

describe('where service and relay live', () => {
  it('is not changed by settings, whoever asks', { timeout: TEST_MS }, async () => {
    const { engine } = await aConnectedEngine(parts());
    const before = await engine.client.settings.get();
    const { place } = await theirs();
    for (const change of [place, { relayUrl: place.relayUrl }, { service: place.service }] as readonly SettingsChange[])
      await expect(engine.client.settings.change(change)).rejects.toThrow('Input validation failed');
    expect(await engine.client.settings.get()).toEqual(before);
  });

  it('is changed for nobody who does not know the secrets: not one leaves for the new address', { timeout: TEST_MS }, async () => {
    const { engine, scans, company, integration, documents } = await aConnectedEngine(parts());
    const { place, heard } = await theirs();
    const { integrationId } = integration;
    const wanted = { ok: false, failure: { kind: 'secrets-wanted', companyIds: [company.id], clientSecret: false } };
    for (const secrets of [[], [{ integrationId, secret: 'guessed' }]]) {
      expect(await engine.client.installation.change({ ...place, secrets })).toEqual(wanted);
      expect(await engine.client.installation.change({ service: place.service, secrets })).toEqual(wanted);
      expect(await engine.client.installation.change({ relayUrl: place.relayUrl, secrets })).toEqual(wanted);
    }
    for (const change of [{ issuer: 'https://elsewhere.example' }, { jwksUrl: `${place.relayUrl}/jwks` }, { apiKeyHeader: 'x-other' }])
      expect(await engine.client.installation.change({ service: { ...parts().installation.service, ...change } })).toEqual(wanted);
    writeFileSync(join(scans, 'one.pdf'), aPdf('sent to the right place'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toHaveLength(1);
    expect(heard()).toBe('[]');
  });

  it('is changed by who types each secret in again, and by what changes nothing', { timeout: TEST_MS }, async () => {
    const { engine, integration } = await aConnectedEngine(parts());
    const { integrationId, integrationSecret: secret } = integration;
    expect(await engine.client.installation.change(parts().installation)).toMatchObject({ ok: true });
    const { place, heard } = await theirs();
    expect(await engine.client.installation.change({ ...place, secrets: [{ integrationId, secret }] })).toMatchObject({
      ok: true,
      value: { relayUrl: place.relayUrl, service: { baseUrl: place.service.baseUrl } },
    });
    // Proves that this test can fail: a refused change would send nothing there.
    await expect.poll(heard, { timeout: TEST_MS / 2 }).toContain('POST');
  });

  it('wants the installation’s own client secret too, where the service is another', { timeout: TEST_MS }, async () => {
    const { engine, integration } = await aConnectedEngine(parts());
    const { integrationId, integrationSecret: secret } = integration;
    await engine.client.secrets.keep({ name: 'client-secret', secret: 'the company’s own' });
    const { place } = await theirs();
    const change = { ...place, secrets: [{ integrationId, secret }] };
    const failure = { kind: 'secrets-wanted', companyIds: [], clientSecret: true };
    expect(await engine.client.installation.change(change)).toEqual({ ok: false, failure });
    expect(await engine.client.installation.change({ ...change, clientSecret: 'another' })).toEqual({ ok: false, failure });
    expect(await engine.client.installation.change({ ...change, clientSecret: 'the company’s own' })).toMatchObject({ ok: true });
  });

  it('is changed by starting over, which leaves no company and no secret', { timeout: TEST_MS }, async () => {
    const { engine, scans, integration } = await aConnectedEngine(parts());
    await engine.client.secrets.keep({ name: 'client-secret', secret: 'the company’s own' });
    writeFileSync(join(scans, 'one.pdf'), aPdf('of before'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    const { place, heard } = await theirs();
    expect(await engine.client.installation.change({ ...place, startOver: true })).toMatchObject({ ok: true });
    expect((await engine.client.overview()).companies).toEqual([]);
    expect(await engine.client.secrets.view()).toMatchObject({ 'client-secret': false });
    // The history stays.
    expect((await engine.client.items.list({ limit: 9 })).items).toHaveLength(1);
    expect(heard()).not.toContain(integration.integrationSecret);
  });
});

describe('while the vault does not open', () => {
  it('nothing is changed, and starting over removes no company', { timeout: TEST_MS }, async () => {
    const { root, engine } = await aConnectedEngine(parts());
    await engine.close();
    writeFileSync(join(root, 'key'), 'my shopping list');
    const again = await anEngine(root);
    const before = await again.client.settings.get();
    const { place } = await theirs();
    for (const startOver of [false, true])
      expect(await again.client.installation.change({ ...place, startOver })).toEqual({
        ok: false,
        failure: { kind: 'vault-unavailable' },
      });
    expect((await again.client.overview()).companies).toHaveLength(1);
    expect(await again.client.settings.get()).toEqual(before);
  });
});

describe('the password of the proxy', () => {
  it('is forgotten when another proxy is named, and kept by every other change', { timeout: TEST_MS }, async () => {
    const { engine } = await aConnectedEngine(parts());
    const isKept = async () => (await engine.client.secrets.view())['proxy-password'];
    await engine.client.settings.change({ proxy: { mode: 'manual', url: 'http://proxy.example:3128', user: 'vidal' } });
    await engine.client.secrets.keep({ name: 'proxy-password', secret: 'of this proxy' });
    await engine.client.settings.change({ proxy: { mode: 'manual', url: 'http://proxy.example:3128', user: 'marchand' }, theme: 'dark' });
    await engine.client.settings.change({ proxy: { mode: 'system' } });
    expect(await isKept()).toBe(true);
    await engine.client.settings.change({ proxy: { mode: 'manual', url: 'http://127.0.0.1:9' } });
    expect(await isKept()).toBe(false);
  });
});

describe('on the command line', () => {
  it('the place is refused with the names of the companies, and taken with their secrets', { timeout: TEST_MS }, async () => {
    const { engine, integration } = await aConnectedEngine(parts());
    const { integrationId, integrationSecret } = integration;
    const { place } = await theirs();
    const files = { 'place.json': JSON.stringify(place) };
    expect(await runIn({ ...engine, files }, 'configure', 'place.json')).toEqual({
      exit: 1,
      printed: '',
      complained: expect.stringMatching(
        /^This is another service or relay, .*"Exemple SARL" \(.*\)\. .*--with-secrets.*--start-over\. Nothing was changed\.$/,
      ),
    });
    const wrong = await runIn({ ...engine, files, input: `${integrationId} guessed` }, 'configure', 'place.json', '--with-secrets');
    expect(wrong).toMatchObject({ exit: 1, complained: expect.stringContaining('Nothing was changed.') });
    const right = await runIn(
      { ...engine, files, input: `${integrationId} ${integrationSecret}\n` },
      'configure',
      'place.json',
      '--with-secrets',
    );
    expect(right).toEqual({ exit: 0, printed: 'Service and relay are known now.', complained: '' });
    expect(await runIn({ ...engine, files }, 'configure', 'place.json')).toMatchObject({ exit: 0 });
  });

  it.each([
    ['a line that is none', 'only-one-word', /^Line 1 of standard input is not an integration id/],
    ['an id that is none', 'x the-secret', /^Line 1 of standard input/],
  ])('%s is named by its number, and not repeated', { timeout: TEST_MS }, async (_what, input, complaint) => {
    const { engine } = await aConnectedEngine(parts());
    const files = { 'place.json': JSON.stringify((await theirs()).place) };
    const { exit, complained } = await runIn({ ...engine, files, input }, 'configure', 'place.json', '--with-secrets');
    expect(exit).toBe(2);
    expect(complained).toMatch(complaint);
    expect(complained).not.toContain(input);
  });

  it('starts over', { timeout: TEST_MS }, async () => {
    const { engine } = await aConnectedEngine(parts());
    const input = JSON.stringify((await theirs()).place);
    expect(await runIn({ ...engine, input }, 'configure', '-', '--start-over')).toMatchObject({ exit: 0 });
    expect((await engine.client.overview()).companies).toEqual([]);
    expect(await runIn({ ...engine, input }, 'configure', '-', '--with-secrets')).toMatchObject({ exit: 2 });
  });
});
