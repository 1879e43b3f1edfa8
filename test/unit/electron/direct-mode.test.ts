import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { realParts } from '#test/support/real-parts.ts';
import { anEngine } from './an-engine.ts';

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
