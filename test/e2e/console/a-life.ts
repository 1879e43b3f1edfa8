import type { Integration, Partner } from '#test/support/console-partner.ts';
import { sample } from './console-page.ts';

const REASON = 'La TVA n’apparaît pas sur la facture du fournisseur, et le numéro de SIRET est illisible.';

/** Some of everything: what a person sees after a while of demonstrating. */
export async function aLife(partner: Partner): Promise<Integration> {
  const integration = async () => (await partner.control('POST', '/integrations')) as Integration;
  const [revoked, closed, active] = [await integration(), await integration(), await integration()];
  const send = async (filename: string, file: string, more: object = {}) =>
    (await partner.send(active, { filename, bytes: sample(file), ...more })).documentId ?? '';
  const refused = await send('Facture Métro 8812.pdf', 'facture-2026-031.pdf', {
    reference: 'iy1hq3w2k5c7n6v4b8m9x1z2a3s4d5f6g7h8j9k0l1p2o3i4u5y6t7r800',
  });
  const accepted = await send('Note de restaurant.png', 'note-de-restaurant.png', { route: 'sales-invoices' });
  await send('Reçu de timbres.bmp', 'recu-de-timbres.bmp');
  await send('<img src=x onerror=alert(1)>.pdf', 'devis-toiture.pdf', { reference: 'devis-1' });
  await send('Ticket de parking.jpg', 'ticket-de-parking.jpg');
  await partner.control('POST', `/documents/${refused}/decide`, { documentState: 'Refused', rejectionReason: REASON });
  await partner.control('POST', `/documents/${accepted}/decide`, { documentState: 'Accepted' });
  await partner.control('POST', `/integrations/${revoked.integrationId}/revoke`);
  await partner.control('POST', `/integrations/${closed.integrationId}/close`, { errorCode: 'CPA_CLOSED' });
  return active;
}
