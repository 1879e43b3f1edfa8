import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { aCaller, type Bench, type BenchOptions, type Fields, importEntries, importInvoice } from '../bench.ts';
import { ENTRIES } from '../fixtures/entries.ts';
import type { Received } from '../webhooks.ts';

/** Proves that a switch has an effect: the same look at a normal service, and at one with the switch turned. */
export type Proof = {
  readonly on: SwitchesPatch;
  readonly look: (bench: Bench) => Promise<unknown>;
  readonly normally: unknown;
  readonly turned: unknown;
  readonly keys?: NonNullable<BenchOptions['keys']>;
};

/** One invoice that was accepted, with its event under way. */
export async function accepted(bench: Bench, fields: Fields = {}): Promise<string> {
  const { documentId } = (await (await importInvoice(bench, await aCaller(bench), fields)).json()) as { documentId: string };
  await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Accepted' });
  await bench.clock.settle();
  return documentId;
}

export function bodyOf(received: Received | undefined): Record<string, unknown> {
  return JSON.parse(received?.body.toString('utf8') ?? '{}') as Record<string, unknown>;
}

export function claimsOf(received: Received | undefined): Record<string, unknown> {
  const [, payload = ''] = (received?.headers['x-service-webhook-signature'] ?? '').split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** The status of an invoice import with these fields. */
export async function invoiceStatus(bench: Bench, fields: Fields): Promise<number> {
  return (await importInvoice(bench, await aCaller(bench), fields)).status;
}

/** The status of an entries import with these members. */
export async function entriesStatus(bench: Bench, members: Readonly<Record<string, unknown>>): Promise<number> {
  return (await importEntries(bench, await aCaller(bench), { entries: ENTRIES, ...members })).status;
}

export async function attemptOffsets(bench: Bench): Promise<readonly number[]> {
  const [delivery] = (await (await bench.control('GET', '/deliveries')).json()) as { attempts: { at: string }[] }[];
  const at = delivery?.attempts.map((attempt) => Date.parse(attempt.at)) ?? [];
  return at.map((one) => one - (at[0] ?? 0));
}
