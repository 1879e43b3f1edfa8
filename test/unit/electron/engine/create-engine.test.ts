import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from '../a-connected-engine.ts';
import { anEngine } from '../an-engine.ts';

const parts = realParts();

const setUp = () => aConnectedEngine(parts(), { name: 'Boulangerie', folder: 'achats' });

describe('the engine', () => {
  it('brings a dropped PDF to accepted, leaves the file as it was, and sends a copy of it no second time', async () => {
    const { scans, engine, documents } = await setUp();
    const bytes = aPdf('Facture 1');
    writeFileSync(join(scans, 'facture é.pdf'), bytes);
    await engine.until(({ counts }) => counts.awaiting === 1);
    const [document] = await documents();
    expect(document).toMatchObject({ filename: 'facture é.pdf', documentState: null });
    await parts().control.decide(document?.documentId ?? '', { documentState: 'Accepted' });
    await engine.until(({ counts, standing }) => counts.accepted === 1 && standing === 'fine');
    copyFileSync(join(scans, 'facture é.pdf'), join(scans, 'copie.pdf'));
    const places = async () => {
      const { items } = await engine.client.items.list({ limit: 10 });
      const detail = await engine.client.items.get({ itemId: items[0]?.id ?? '' });
      return { items: items.length, places: detail.ok ? detail.value.places.length : 0 };
    };
    await expect.poll(places, { timeout: 20_000 }).toEqual({ items: 1, places: 2 });
    expect(readdirSync(scans).sort()).toEqual(['copie.pdf', 'facture é.pdf']);
    expect(Buffer.from(readFileSync(join(scans, 'facture é.pdf')))).toEqual(Buffer.from(bytes));
    expect(await documents()).toHaveLength(1);
  });

  it('tells of a refusal with its reason, once', async () => {
    const { scans, engine, documents } = await setUp();
    writeFileSync(join(scans, 'illisible.pdf'), aPdf('Facture 2'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    const [document] = await documents();
    await parts().control.decide(document?.documentId ?? '', { documentState: 'Refused', rejectionReason: 'Facture illisible' });
    await engine.until(({ counts }) => counts.refused === 1);
    const { items } = await engine.client.items.list({ limit: 1, states: ['refused'] });
    expect(items[0]?.state).toMatchObject({ kind: 'refused', reason: 'Facture illisible' });
    await expect.poll(() => engine.notices.map(({ kind }) => kind), { timeout: 10_000 }).toEqual(['refused']);
  });

  it('takes up after a restart where it was, and keeps no secret outside its vault', async () => {
    const { root, scans, engine, integration, documents } = await setUp();
    writeFileSync(join(scans, 'a.pdf'), aPdf('Facture 3'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    await engine.close();
    const [document] = await documents();
    await parts().control.decide(document?.documentId ?? '', { documentState: 'Accepted' });
    const again = await anEngine(root);
    await again.until(({ counts }) => counts.accepted === 1);
    expect(await documents()).toHaveLength(1);
    const profile = join(root, 'profile');
    for (const name of readdirSync(profile, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
      expect(readFileSync(join(name.parentPath, name.name)).includes(integration.integrationSecret)).toBe(false);
    }
    expect(engine.log.text()).not.toContain(integration.integrationSecret);
  });

  it('stops a company that is revoked and says so, and goes on after it is connected again', async () => {
    const { scans, engine, integration, company } = await setUp();
    await parts().control.revoke(integration.integrationId);
    await engine.until(({ companies }) => companies[0]?.connection.kind === 'invalid');
    expect(engine.notices.map(({ kind }) => kind)).toEqual(['disconnected']);
    writeFileSync(join(scans, 'later.pdf'), aPdf('Facture 4'));
    await engine.until(({ counts }) => counts.waiting === 1);
    const fresh = await parts().control.createIntegration();
    expect(await engine.client.companies.reconnect({ companyId: company.id, ...fresh })).toMatchObject({ ok: true });
    await engine.until(({ counts }) => counts.awaiting === 1);
  });

  it('refuses a wrong secret before anything is written', async () => {
    const { engine, integration } = await setUp();
    const { integrationId } = await parts().control.createIntegration();
    const wrong = { name: 'Autre', integrationId, integrationSecret: `${integration.integrationSecret}x` };
    expect(await engine.client.companies.connect(wrong)).toEqual({ ok: false, failure: { kind: 'wrong-secret' } });
    expect(engine.app.overview().companies).toHaveLength(1);
  });

  it('is refused a profile that another one has', async () => {
    const { root } = await setUp();
    await expect(anEngine(root)).rejects.toThrow('in-use');
  });
});
