import { type Pairs, pairsSchema } from '#shared/domain/folder/folder-entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { tinyPdf } from '#test/sim/tiny-pdf.ts';
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

export const SCANS = '/office/Purchases';

/** Two lines of a purchase as a program writes them, and as they are sent, both by hand. `net` is an amount with two decimals. */
export function fileOf(net: string): string {
  return `{ "data": { "lines": [
  { "journal": "ACH", "date": "2026-01-12", "account": "606300", "reference": "118",
    "debit": { "amount": ${net}, "currency": "EUR", "currencyAmount": ${net}, "currencyRate": 1 },
    "credit": { "amount": 0, "currency": "EUR", "currencyAmount": 0, "currencyRate": 1 } },
  { "journal": "ACH", "date": "2026-01-12", "account": "401000", "reference": "118",
    "debit": { "amount": 0, "currency": "EUR", "currencyAmount": 0, "currencyRate": 1 },
    "credit": { "amount": ${net}, "currency": "EUR", "currencyAmount": ${net}, "currencyRate": 1 } }
] } }
`;
}

export function bodyOf(net: string): string {
  const amount = `{"amount":${net},"currency":"EUR","currencyAmount":${net},"currencyRate":1}`;
  return (
    `{"data":{"lines":[` +
    `{"date":"2026-01-12","debit":${amount},"credit":${zero},"journal":"ACH","account":"606300","reference":"118"},` +
    `{"date":"2026-01-12","debit":${zero},"credit":${amount},"journal":"ACH","account":"401000","reference":"118"}` +
    `]}}`
  );
}

/** With an error in line 2: a day that does not exist. */
export function wrongFile(net: string): string {
  return fileOf(net).replace('2026-01-12', '2026-02-30');
}

type PairsOffice = Pick<IntegrationFixture, 'client' | 'during' | 'items' | 'disk' | 'clock' | 'control' | 'sandbox'>;

/** A company with a folder of purchases that takes pairs. */
export async function pairsOffice(pairs: Pairs) {
  const fixture = await integrationFixture();
  const integration = await fixture.integration();
  const company = await fixture.connect('Bakery', integration);
  await takes(fixture, pairs);
  return { ...fixture, integration, company, ...actsOf(fixture) };
}

/** Sets the only folder that is watched. */
export async function takes({ client, during }: Pick<PairsOffice, 'client' | 'during'>, pairs: Pairs): Promise<void> {
  const { folders } = await during(client().overview());
  const [folder] = folders;
  if (folder === undefined) throw new Error('no folder is watched');
  expect(await during(client().folders.change({ folderId: folder.id, pairs: pairsSchema.parse(pairs) }))).toMatchObject({ ok: true });
}

export function actsOf(fixture: PairsOffice) {
  const named = async (name: string): Promise<Item> => {
    const [item, ...others] = (await fixture.items()).filter((one) => one.name === name && one.state.kind !== 'aside');
    const found = item ?? (await fixture.items()).find((one) => one.name === name);
    if (found === undefined || others.length > 0) throw new Error(`${name}: ${others.length} others`);
    return found;
  };
  return {
    named,
    state: async (name: string) => (await named(name)).state,
    entries: (name: string, text: string) => fixture.disk.put(`${SCANS}/${name}`, utf8(text), fixture.clock.wallMs()),
    scanOf: (name: string, content = name) => fixture.disk.put(`${SCANS}/${name}`, tinyPdf(content), fixture.clock.wallMs()),
    asked: async (name: string) => {
      const { state } = await named(name);
      return state.kind === 'held' ? state.question : state.kind;
    },
    send: async (name: string): Promise<void> => answerAbout(fixture, await named(name)),
    /** The text of `entries` beside each document at the service, null for none. */
    received: () => receivedBeside(fixture),
  };
}

/** A user who has looked at the lines agrees to them, or has the scan sent without any. */
async function answerAbout({ client, during }: Pick<PairsOffice, 'client' | 'during'>, item: Item): Promise<void> {
  const isAbout = item.state.kind === 'held' && item.state.question.kind === 'entries';
  if (isAbout) await agree({ client, during }, item);
  else await during(client().items.allow({ itemIds: [item.id], withoutEntries: true }));
}

async function receivedBeside({ sandbox, control }: PairsOffice): Promise<readonly (string | null)[]> {
  const documents = await control<readonly { readonly documentId: string }[]>('/documents');
  return Promise.all(
    documents.map(async ({ documentId }) => {
      const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}/documents/${documentId}/entries`));
      return answer.ok ? answer.text() : null;
    }),
  );
}
