import { createHash } from 'node:crypto';
import type { webhookSwitches } from '#sandbox/switches/webhook-switches.ts';
import { aCaller, type Bench, importInvoice, WEBHOOK_URL } from '../bench.ts';
import { accepted, attemptOffsets, bodyOf, claimsOf, type Proof } from './proof.ts';

const last = (bench: Bench) => bench.webhooks.received.at(-1);

export const WEBHOOK_PROOFS: Record<keyof typeof webhookSwitches, Proof> = {
  webhookUrl: {
    on: { webhookUrl: 'http://127.0.0.1:9/other' },
    look: async (bench) => (await accepted(bench), last(bench)?.url),
    normally: WEBHOOK_URL,
    turned: 'http://127.0.0.1:9/other',
  },
  handshake: {
    on: { handshake: true },
    look: async (bench) => {
      bench.webhooks.allow('*');
      await accepted(bench);
      await accepted(bench);
      return bench.webhooks.received.map(({ method }) => method);
    },
    normally: ['POST', 'POST'],
    turned: ['OPTIONS', 'POST', 'POST'],
  },
  signatureHeader: {
    on: { signatureHeader: 'X-Brand-Signature' },
    look: async (bench) => (await accepted(bench), Object.keys(last(bench)?.headers ?? {}).filter((name) => name.startsWith('x-'))),
    normally: ['x-service-webhook-signature'],
    turned: ['x-brand-signature'],
  },
  signed: {
    on: { signed: false },
    look: async (bench) => (await accepted(bench), Object.keys(last(bench)?.headers ?? {})),
    normally: ['content-type', 'x-service-webhook-signature'],
    turned: ['content-type'],
  },
  signatureLifeSeconds: {
    on: { signatureLifeSeconds: 60 },
    look: async (bench) => (await accepted(bench), Number(claimsOf(last(bench))['exp']) - Number(claimsOf(last(bench))['iat'])),
    normally: 300,
    turned: 60,
  },
  hashAs: {
    on: { hashAs: 'upper' },
    look: async (bench) => (await accepted(bench), /^[0-9A-F]{64}$/.test(String(claimsOf(last(bench))['body_sha256']))),
    normally: false,
    turned: true,
  },
  resignRetries: {
    on: { resignRetries: false },
    look: async (bench) => {
      bench.webhooks.answer(500);
      await accepted(bench);
      await bench.clock.advance(3_600_000);
      return Number(claimsOf(last(bench))['exp']) * 1_000 > bench.clock.wallMs() - 600_000;
    },
    normally: true,
    turned: false,
  },
  keyOverlap: {
    on: { keyOverlap: false },
    look: async (bench) => {
      await bench.control('POST', '/keys/rotate');
      const { keys } = (await (await bench.call('/.well-known/jwks.json')).json()) as { keys: { kid: string }[] };
      return new Set(keys.map(({ kid }) => kid)).size;
    },
    normally: 2,
    turned: 1,
    keys: 'new',
  },
  burstFrom: {
    on: { burstFrom: 'last-failure' },
    look: async (bench) => {
      bench.webhooks.answer(500);
      await accepted(bench);
      await bench.clock.advance(60_000);
      return attemptOffsets(bench);
    },
    normally: [0, 5_000, 10_000, 30_000],
    turned: [0, 5_000, 15_000, 45_000],
  },
  duplicateDeliveries: {
    on: { duplicateDeliveries: 2 },
    look: async (bench) => (await accepted(bench), bench.webhooks.received.map((one) => bodyOf(one)['id'] === bodyOf(last(bench))['id'])),
    normally: [true],
    turned: [true, true, true],
  },
  eventDelayMs: {
    on: { eventDelayMs: 60_000 },
    look: async (bench) => {
      await accepted(bench);
      const counts = [bench.webhooks.received.length];
      for (const ms of [59_999, 1]) {
        await bench.clock.advance(ms);
        counts.push(bench.webhooks.received.length);
      }
      return counts;
    },
    normally: [1, 1, 1],
    turned: [0, 0, 1],
  },
  reorderWithinMs: {
    on: { reorderWithinMs: 60_000, seed: 7 },
    look: async (bench) => {
      const made: unknown[] = [];
      for (let each = 0; each < 6; each += 1) made.push(await accepted(bench));
      await bench.clock.advance(60_000);
      const came = bench.webhooks.received.map((one) => (bodyOf(one)['data'] as { documentId: string }).documentId);
      return [came.length, made.every((id, at) => came[at] === id)];
    },
    normally: [6, true],
    turned: [6, false],
  },
  webhooksOff: {
    on: { webhooksOff: true },
    look: async (bench) => {
      await accepted(bench);
      await bench.control('PATCH', '/switches', { webhooksOff: false });
      await bench.clock.advance(48 * 3_600_000);
      const before = bench.webhooks.received.length;
      await accepted(bench);
      return [before, bench.webhooks.received.length];
    },
    normally: [1, 2],
    turned: [0, 1],
  },
  eventBodyAs: {
    on: { eventBodyAs: 'byte-order-mark' },
    look: async (bench) => {
      await accepted(bench);
      const body = last(bench)?.body ?? Buffer.alloc(0);
      return [body[0], claimsOf(last(bench))['body_sha256'] === createHash('sha256').update(body).digest('hex')];
    },
    normally: [0x7b, true],
    turned: [0xef, true],
  },
  nullIntegrationId: {
    on: { nullIntegrationId: true },
    look: async (bench) => (await accepted(bench), (bodyOf(last(bench))['data'] as { integrationId: unknown }).integrationId === null),
    normally: false,
    turned: true,
  },
  rejectedDateAs: {
    on: { rejectedDateAs: 'last-century' },
    look: async (bench) => {
      const { documentId } = (await (await importInvoice(bench, await aCaller(bench))).json()) as { documentId: string };
      await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Refused', rejectionReason: 'illisible' });
      await bench.clock.settle();
      const { time, data } = bodyOf(last(bench)) as { time: string; data: { rejectedDatetime: string } };
      return data.rejectedDatetime === time ? 'as the event' : data.rejectedDatetime;
    },
    normally: 'as the event',
    turned: '1970-01-01T00:00:00Z',
  },
  extraMembers: {
    on: { extraMembers: true },
    look: async (bench) => {
      const answer = (await (await importInvoice(bench, await aCaller(bench))).json()) as object;
      const refused = (await (await importInvoice(bench, await aCaller(bench), { filename: null })).json()) as object;
      await accepted(bench);
      const event = bodyOf(last(bench));
      return [answer, refused, event, event['data'] as object].map((one) => 'futureMember' in one);
    },
    normally: [false, false, false, false],
    turned: [true, true, true, true],
  },
};
