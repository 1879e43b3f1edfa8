import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aConnectedEngine, anEngine } from './an-engine.ts';

const parts = realParts();

/** What must be in no report, each where a user would have entered it. */
const CANARIES = {
  company: 'Canari-Boulangerie-SARL',
  folder: 'canari-dossier',
  file: 'Canari-Fournisseur-facture.pdf',
  email: 'canari@personne.example',
  clientId: 'canari-client-id',
  clientSecret: 'canari-client-secret',
  proxyUser: 'canari-proxy-user',
  proxyHost: 'canari-proxy.example',
  proxyPassword: 'canari-proxy-password',
} as const;

async function setUp() {
  const { root, scans, engine, integration, company } = await aConnectedEngine(parts(), {
    name: CANARIES.company,
    folder: CANARIES.folder,
  });
  await engine.client.settings.change({ userEmail: CANARIES.email });
  writeFileSync(join(scans, CANARIES.file), aPdf('a canary'));
  writeFileSync(join(scans, `locked ${CANARIES.file}`), 'PK\u0003\u0004 canari');
  await engine.until(({ counts }) => counts.awaiting === 1 && counts.unfit === 1);
  return { root, scans, engine, integration, companyId: company.id };
}

describe('the redacted report', () => {
  it('tells how this installation is, and no name, path, address, id in full or secret', async () => {
    const { root, scans, engine, integration, companyId } = await setUp();
    await engine.client.secrets.keep({ name: 'client-secret', secret: CANARIES.clientSecret });
    await engine.client.secrets.keep({ name: 'proxy-password', secret: CANARIES.proxyPassword });
    await engine.client.settings.change({
      credentials: { mode: 'direct', clientId: CANARIES.clientId },
      proxy: { mode: 'none', url: `http://${CANARIES.proxyHost}:3128`, user: CANARIES.proxyUser },
    });
    const { text } = await engine.client.diagnostics.report();
    expect(text).toMatch(/^Intray 0\.0\.0 \(headless\), report of \d{4}-/);
    expect(text).toContain(`company ${companyId.slice(0, 8)}: active since`);
    expect(text).toMatch(/folder [0-9a-f]{8} of [0-9a-f]{8}: purchase-invoices, present, by events, last sweep \d{4}-/);
    expect(text).toMatch(/documents: 1 unfit, 1 awaiting/);
    expect(text).toMatch(/cannot be sent: 1 × not-taken \(zip\)/);
    expect(text).toMatch(/journal: \d+ bytes/);
    expect(text).toContain('proxy none, credentials direct');
    const secret = [...Object.values(CANARIES), root, scans, integration.integrationId, integration.integrationSecret, companyId];
    const addresses = [parts().installation.relayUrl, parts().installation.service.baseUrl];
    const [document] = (await engine.client.items.list({ limit: 1, states: ['awaiting'] })).items;
    const documentId = document?.state.kind === 'awaiting' ? String(document.state.documentId) : '';
    expect(documentId).not.toBe('');
    for (const canary of [...secret, ...addresses, documentId, 'canari']) expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
  });

  it('is what the command line prints, and the view that it is made of has the same', async () => {
    const { engine } = await setUp();
    const view = await engine.client.diagnostics.view();
    expect(view).toMatchObject({ vault: 'open', disk: 'good', relay: { kind: 'connected' }, set: { service: true, relay: true } });
    expect(JSON.stringify(view).toLowerCase()).not.toContain('canari');
    const lines: string[] = [];
    const command = readCommand(['status', '--report', '--profile', '/nowhere']);
    if (!command.ok) throw new Error(command.failure);
    const code = await command.value.run({
      client: engine.client,
      clock: nodeClock(),
      print: (line) => lines.push(line),
      complain: () => {},
      readInput: async () => '',
      readFile: async () => null,
      program: 'intray',
    });
    expect(code).toBe(0);
    expect(lines.join('\n')).toContain('vault: open, key in unknown');
  });

  it('comes with round trips that are really made', async () => {
    const {
      engine,
      integration: { integrationId, integrationSecret: secret },
    } = await setUp();
    for (const what of ['service', 'relay', 'proxy', 'credentials'] as const) {
      expect([what, await engine.client.diagnostics.try({ what })]).toMatchObject([what, { ok: true }]);
    }
    await engine.client.settings.change({ proxy: { mode: 'manual', url: 'http://127.0.0.1:9', user: null } });
    // Programs on this computer are never behind a proxy, so the sandbox is still reached.
    expect(await engine.client.diagnostics.try({ what: 'service' })).toMatchObject({ ok: true });
    await engine.client.installation.change({ relayUrl: 'http://127.0.0.1:9', secrets: [{ integrationId, secret }] });
    expect(await engine.client.diagnostics.try({ what: 'relay' })).toMatchObject({ ok: false, failure: { kind: 'network' } });
  });
});

describe('the report as a file', () => {
  it('lies where the person says, under a name with the day, with the words that can be read before', async () => {
    const [root, chosen] = [tempFolder(), tempFolder()];
    const engine = await anEngine(root, { saveFile: async (name) => join(chosen, name) });
    const { text } = await engine.client.diagnostics.report();
    expect(await engine.client.diagnostics.save()).toEqual({ kept: true, code: null });
    const [name = ''] = readdirSync(chosen);
    expect(name).toMatch(/^Intray \d{4}-\d\d-\d\d\.txt$/);
    expect(withoutTimes(readFileSync(join(chosen, name), 'utf8'))).toBe(withoutTimes(text));
  });

  it('is not kept when the person closes the question, or where the host cannot ask, and a disk that does not take it is named', async () => {
    const nowhere = join(tempFolder(), 'gone', 'report.txt');
    const ways = [async () => null, null, async () => nowhere];
    const said = [];
    for (const saveFile of ways) said.push(await (await anEngine(tempFolder(), { saveFile })).client.diagnostics.save());
    expect(said).toEqual([
      { kept: false, code: null },
      { kept: false, code: null },
      { kept: false, code: 'ENOENT' },
    ]);
  });
});

/** The two reports are from different moments. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then');
}
