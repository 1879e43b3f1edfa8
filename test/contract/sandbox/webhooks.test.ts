import { describe, expect, it } from 'vitest';
import { EXAMPLE_REASONS } from '#sandbox/control/schemas.ts';
import { aCaller, type Bench, importInvoice, openBench } from '../bench.ts';
import { accepted, bodyOf } from '../switch-proofs/proof.ts';
import { readJwt } from '../webhooks.ts';

const attempts = async (bench: Bench) =>
  ((await (await bench.control('GET', '/deliveries')).json()) as { attempts: { status: number | null; code: string | null }[] }[]).flatMap(
    (delivery) => delivery.attempts.map(({ status, code }) => [status, code]),
  );

describe('the hand-shake of CloudEvents', () => {
  it.each(['*', 'sandbox.test'])('lets events through to a receiver that allows %s', async (origin) => {
    const bench = await openBench({ switches: { handshake: true } });
    bench.webhooks.allow(origin);
    await accepted(bench);
    expect(bench.webhooks.received.map(({ method }) => method)).toEqual(['OPTIONS', 'POST']);
    expect(bench.webhooks.received[0]?.headers).toEqual({ 'webhook-request-origin': 'sandbox.test' });
  });

  it('holds them back from one that does not, as a failure that is tried again', async () => {
    const bench = await openBench({ switches: { handshake: true } });
    bench.webhooks.allow('somebody.else');
    await accepted(bench);
    expect(await attempts(bench)).toEqual([[204, 'HANDSHAKE']]);
    bench.webhooks.allow('*');
    await bench.clock.advance(5_000);
    expect(bench.webhooks.received.map(({ method }) => method)).toEqual(['OPTIONS', 'OPTIONS', 'POST']);
    expect((await attempts(bench)).at(-1)).toEqual([204, null]);
  });

  it('is a failure with one that cannot be reached or knows no OPTIONS', async () => {
    const bench = await openBench({ switches: { handshake: true } });
    bench.webhooks.answer('unreachable');
    await accepted(bench);
    bench.webhooks.answer(405);
    await bench.clock.advance(5_000);
    expect(await attempts(bench)).toEqual([
      [null, 'HANDSHAKE'],
      [405, 'HANDSHAKE'],
    ]);
  });
});

describe('an event made by hand', () => {
  it('is of any type, with any members, signed and delivered like the others', async () => {
    const bench = await openBench();
    const { integrationId } = await aCaller(bench);
    const wanted = {
      type: 'InvoicePaid',
      integrationId,
      data: { integrationId, paid: [1] },
      envelope: { subject: 'x', time: '2020-01-01T00:00:00Z' },
    };
    const made = await bench.control('POST', '/events', wanted);
    await bench.clock.settle();
    const [received] = bench.webhooks.received;
    const { eventId } = (await made.json()) as { eventId: string };
    expect(bodyOf(received)).toMatchObject({ specversion: '1.0', id: eventId, type: 'InvoicePaid', ...wanted.envelope, data: wanted.data });
    const jwks = (await (await bench.call('/.well-known/jwks.json')).json()) as Parameters<typeof readJwt>[1];
    expect(readJwt(received?.headers['x-service-webhook-signature'] ?? '', jwks)).toMatchObject({
      genuine: true,
      claims: { ce_type: 'InvoicePaid' },
    });
  });

  it('tells an unknown state of a document that is here', async () => {
    const bench = await openBench();
    const documentId = await accepted(bench, { externalReference: 'a' });
    await bench.control('POST', '/events', { type: 'DocumentStatus', documentId, data: { documentState: 'Archived' } });
    await bench.clock.settle();
    const known = { documentId, externalReference: 'a', integrationId: expect.any(String) as unknown };
    expect(bodyOf(bench.webhooks.received[1])).toMatchObject({ type: 'DocumentStatus', data: { ...known, documentState: 'Archived' } });
  });

  it('is told for nobody when nobody is named', async () => {
    const bench = await openBench();
    expect((await bench.control('POST', '/events', { type: 'Revocation', data: { integrationId: null } })).status).toBe(201);
    expect((await bench.control('POST', '/events', { type: '' })).status).toBe(400);
    await bench.clock.settle();
    expect(bench.webhooks.received.map(bodyOf)).toMatchObject([{ type: 'Revocation', data: { integrationId: null } }]);
  });
});

describe('a reason', () => {
  it.each(Object.entries(EXAMPLE_REASONS))('of the list (%s) is told letter by letter', async (exampleReason, rejectionReason) => {
    const bench = await openBench();
    const { documentId } = (await (await importInvoice(bench, await aCaller(bench))).json()) as { documentId: string };
    await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Refused', exampleReason });
    await bench.clock.settle();
    expect(bodyOf(bench.webhooks.received[0])).toMatchObject({ data: { documentState: 'Refused', rejectionReason } });
  });

  it('is listed by name, so that a person can choose', async () => {
    const bench = await openBench();
    expect(await (await bench.control('GET', '/reasons')).json()).toEqual(EXAMPLE_REASONS);
  });
});

describe('a rotation of keys', () => {
  it('without an overlap leaves what the old key signed unverifiable, and the new one verifiable', async () => {
    const bench = await openBench({ keys: 'new', switches: { keyOverlap: false } });
    await accepted(bench);
    await bench.control('POST', '/keys/rotate');
    await accepted(bench);
    const jwks = (await (await bench.call('/.well-known/jwks.json')).json()) as Parameters<typeof readJwt>[1];
    const [before, after] = bench.webhooks.received.map(({ headers }) => headers['x-service-webhook-signature'] ?? '');
    expect(() => readJwt(before ?? '', jwks)).toThrow('no such key');
    expect(readJwt(after ?? '', jwks).genuine).toBe(true);
  });
});
