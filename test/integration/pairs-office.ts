import { pairsSchema } from '#shared/domain/item/pairs/pair-schemas.ts';
import type { Pairs } from '#shared/domain/item/pairs/pair-schemas.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { tinyPdf } from '#test/sim/tiny-pdf.ts';
import { expect } from 'vitest';
import { agree } from './entries-office.ts';
import { integrationFixture, type IntegrationFixture } from './integration-fixture.ts';

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
  const zero = '{"amount":0.00,"currency":"EUR","currencyAmount":0.00,"currencyRate":1}';
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

type Office = Pick<IntegrationFixture, 'client' | 'during' | 'items' | 'disk' | 'clock' | 'control' | 'sandbox'>;

/** A company with a folder of purchases that takes pairs. */
export async function pairsOffice(pairs: Pairs) {
  const fixture = await integrationFixture();
  const integration = await fixture.integration();
  const company = await fixture.connect('Bakery', integration);
  await takes(fixture, pairs);
  return { ...fixture, integration, company, ...actsOf(fixture) };
}

/** Sets the only folder that is watched. */
export async function takes({ client, during }: Pick<Office, 'client' | 'during'>, pairs: Pairs): Promise<void> {
  const { folders } = await during(client().overview());
  const [folder] = folders;
  if (folder === undefined) throw new Error('no folder is watched');
  expect(await during(client().folders.change({ folderId: folder.id, pairs: pairsSchema.parse(pairs) }))).toMatchObject({ ok: true });
}

export function actsOf(fixture: Office) {
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
async function answerAbout({ client, during }: Pick<Office, 'client' | 'during'>, item: Item): Promise<void> {
  const isAbout = item.state.kind === 'held' && item.state.question.kind === 'entries';
  if (isAbout) await agree({ client, during }, item);
  else await during(client().items.allow({ itemIds: [item.id], withoutEntries: true }));
}

async function receivedBeside({ sandbox, control }: Office): Promise<readonly (string | null)[]> {
  const documents = await control<readonly { readonly documentId: string }[]>('/documents');
  return Promise.all(
    documents.map(async ({ documentId }) => {
      const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}/documents/${documentId}/entries`));
      return answer.ok ? answer.text() : null;
    }),
  );
}
