import type { Item } from '#shared/domain/item/item.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { expect } from 'vitest';
import { integrationFixture, type IntegrationFixture } from './integration-fixture.ts';

export const ENTRIES = '/office/Entries';
/** Found nowhere but in the files, in the journal and at the service. */
export const MARKER = 'Salaire de Mme Perrin-Vasseur';

/** Two lines as a payroll program writes them, in another order and spelling than they are sent in. */
export const FILE = `{ "data": { "lines": [
  { "journal": "PAIE", "date": "2026-01-31", "account": "641100", "reference": "PAIE 2026-01", "label": "${MARKER}",
    "debit": { "amount": 2150.1, "currency": "EUR", "currencyAmount": 2150.10, "currencyRate": 1 },
    "credit": { "amount": 0, "currency": "EUR", "currencyAmount": 0, "currencyRate": 1.0 } },
  { "journal": "PAIE", "date": "2026-01-31", "account": "421000", "reference": "PAIE 2026-01",
    "debit": { "amount": 0, "currency": "EUR", "currencyAmount": 0, "currencyRate": 1 },
    "credit": { "amount": 2150.10, "currency": "EUR", "currencyAmount": 2150.10, "currencyRate": 1 } }
] } }
`;
const zero = '{"amount":0.00,"currency":"EUR","currencyAmount":0.00,"currencyRate":1}';
const salary = '{"amount":2150.10,"currency":"EUR","currencyAmount":2150.10,"currencyRate":1}';
/** The same lines as they are sent, by hand. */
export const BODY =
  `{"data":{"lines":[` +
  `{"date":"2026-01-31","debit":${salary},"credit":${zero},"journal":"PAIE","account":"641100","reference":"PAIE 2026-01","label":"${MARKER}"},` +
  `{"date":"2026-01-31","debit":${zero},"credit":${salary},"journal":"PAIE","account":"421000","reference":"PAIE 2026-01"}` +
  `]}}`;
const noCents = '{"cents":0,"currency":"EUR","currencyCents":0,"currencyRate":1}';
const cents = '{"cents":215010,"currency":"EUR","currencyCents":215010,"currencyRate":1}';
/** What the journal and the metadata have the hash of, by hand. */
export const CANONICAL =
  `{"date":"2026-01-31","debit":${cents},"credit":${noCents},"journal":"PAIE","account":"641100","reference":"PAIE 2026-01","label":"${MARKER}"}\n` +
  `{"date":"2026-01-31","debit":${noCents},"credit":${cents},"journal":"PAIE","account":"421000","reference":"PAIE 2026-01"}\n`;
export const LINES_SHA256 = hex(nodeSha256([utf8(CANONICAL)]));
export const OTHER = FILE.replaceAll('2150.1', '1900.5');

type Office = Pick<IntegrationFixture, 'client' | 'during' | 'counted' | 'items' | 'overview'>;

/** A company with a folder of entries alone. */
export async function office() {
  const fixture = await integrationFixture();
  const integration = await fixture.integration();
  fixture.disk.addFolder(ENTRIES);
  const company = await fixture.connect('Bakery', integration, false);
  await watches(fixture, company.id);
  const drop = (name: string, text: string): void => fixture.disk.put(`${ENTRIES}/${name}`, utf8(text), fixture.clock.wallMs());
  return { ...fixture, integration, company, drop, received: (documentId: string) => receivedText(fixture, documentId) };
}

/** Asks nobody about files that are there already: about entries somebody is asked all the same. */
export async function watches({ client, during }: Office, companyId: Item['companyId']): Promise<void> {
  const folder = { companyId, importType: 'entries', path: ENTRIES, settleMs: 50, existing: 'send' } as const;
  expect(await during(client().folders.add(folder))).toMatchObject({ ok: true });
}

/** The text of `entries` as it reached the service. */
async function receivedText({ sandbox }: IntegrationFixture, documentId: string): Promise<string> {
  const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}/documents/${documentId}/entries`));
  if (!answer.ok) throw new Error(`no entries: ${answer.status}`);
  return answer.text();
}

export async function only(fixture: Office): Promise<Item> {
  const [item, ...others] = await fixture.items();
  if (item === undefined || others.length > 0) throw new Error(`${others.length + (item === undefined ? 0 : 1)} documents`);
  return item;
}

export async function send(fixture: Office): Promise<void> {
  await fixture.counted('held', 1);
  for (const item of (await fixture.items()).filter(({ state }) => state.kind === 'held')) await agree(fixture, item);
}

export const ALL = { withoutJournals: [], withoutLines: [] };

/** A user who has looked at the lines that are proposed agrees to them. `twice`: also where they were sent before. */
export async function agree(
  { client, during }: Pick<Office, 'client' | 'during'>,
  { id: itemId, entries }: Item,
  twice = false,
): Promise<void> {
  const of = { itemId, linesSha256: entries?.linesSha256 ?? '', choice: entries?.choice ?? ALL, twice };
  expect(await during(client().items.allowEntries(of))).toEqual({ became: 'allowed' });
}

export type Sent = {
  readonly documentId: string;
  readonly externalReference: string;
  readonly metadata: unknown;
  readonly importType: string;
};

export async function sentOnce(fixture: Pick<IntegrationFixture, 'control'>): Promise<Sent> {
  const all = await fixture.control<readonly Sent[]>('/documents');
  const [sent, ...others] = all;
  if (sent === undefined || others.length > 0) throw new Error(`${all.length} documents at the service`);
  return sent;
}
