import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect } from 'playwright/test';
import type { Parts } from '../../../build/demo/start-parts.ts';
import { askEngine } from './ask-engine.ts';
import type { Intray } from './intray.ts';

type Refused = { readonly id: string; readonly name: string; readonly state: { readonly kind: string; readonly reason: string | null } };

/** Connects a company, drops a scan into its folder, and has the accountant refuse it; returns the item as the engine knows it then. */
export async function refusedDocument(
  { window, profile }: Intray,
  parts: Parts,
  scan: { readonly name: string; readonly reason: string },
): Promise<Refused> {
  const integration = await parts.control.createIntegration();
  await askEngine(window, '/installation/change', parts.installation);
  const connected = await askEngine<{ ok: boolean; value: { id: string } }>(window, '/companies/connect', {
    name: 'Boulangerie',
    ...integration,
  });
  expect(connected).toMatchObject({ ok: true });
  const path = `${profile}-purchases`;
  mkdirSync(path);
  const folder = { companyId: connected.value.id, importType: 'purchase-invoices', path, settleMs: 100 };
  expect(await askEngine(window, '/folders/add', folder)).toMatchObject({ ok: true });

  writeFileSync(join(path, scan.name), await onePage());
  const received = async () => (await parts.control.documents()).find((each) => each.integrationId === integration.integrationId) ?? null;
  await expect.poll(received, { timeout: 45_000 }).not.toBeNull();
  const document = await received();
  await parts.control.decide(document?.documentId ?? '', { documentState: 'Refused', rejectionReason: scan.reason });
  const refused = async () =>
    (await askEngine<{ items: Refused[] }>(window, '/items/list', { states: ['refused'], limit: 5 })).items[0] ?? null;
  await expect.poll(refused, { timeout: 30_000 }).toMatchObject({ name: scan.name, state: { kind: 'refused', reason: scan.reason } });
  return (await refused()) as Refused;
}

/** Each call makes other bytes: the same bytes would be the same document. */
async function onePage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([200, 200]).drawText(`${process.pid} ${Date.now()}`, { size: 10 });
  return pdf.save();
}
