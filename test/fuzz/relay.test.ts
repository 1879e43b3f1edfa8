import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { base64urlnopad } from '@scure/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newInvitation } from '#relay/commands/invitation/new-invitation.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { plainPost } from '#relay/http/plain-post.ts';
import { invitationKeys, newClaimKeys, numberProof } from '#shared/node/invitation-keys.ts';
import { serve } from '#shared/node/http/serve.ts';
import { openStreamOn } from '#relay/http/stream-sink.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { CONFIG, METRICS_TOKEN, openRelay, fetchPage, type RelayBench, uuid } from '#test/relay/relay-bench.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { eventBody, INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import type { Drawn } from './draw-request.ts';
import { faultOfProblem } from './fault-of-answer.ts';
import { play, requestsOr, type Right, SEED } from './play.ts';
import { relayRights, type RelayWorld } from './relay-rights.ts';

const REQUESTS = requestsOr(3_000);
const SPARE_ID = uuid(8, 1);
const FOREIGN_ID = uuid(8, 2);
const FOREIGN_TEXT = 'DocumentOfSomebodyElse';
const INVITED_ID = integrationIdSchema.parse(uuid(8, 3));
const INVITED_SECRET = 'deposited-secret-of-an-invitation';
const WITHIN_MS = 600_000;

describe('thousands of odd requests to the relay', () => {
  it(
    'are answered without a fault of its own, give nothing away, and store what it said yes to and nothing else',
    async () => {
      const file = join(tempFolder(), 'relay.sqlite');
      const bench = await openRelay({ file });
      const foreign = await aForeignDevice(bench);
      const before = { digests: digestsIn(file), page: await fetchPage(bench, foreign.token, FOREIGN_ID) };
      let own = await anOwnDevice(bench);
      const world = worldOf(bench, { own: () => own, foreign, invitation: await anInvitation(bench) });
      const rights = relayRights(world);
      expect(Object.keys(rights).toSorted()).toEqual([...new Set(bench.relay.routes)].toSorted());
      const [taken, unsure] = [new Set<string>(), new Set<string>()];
      const played = await play(
        {
          port: await served(bench),
          host: () => 'relay.test',
          // Webhooks come from outside, and offer most of what can be odd.
          rights: [...Object.values(rights), ...times(6, webhooksOf(rights))] as unknown as readonly [Right, ...Right[]],
          never: [CONFIG.clientSecret, METRICS_TOKEN, foreign.token, foreign.deviceId, foreign.eventId, FOREIGN_TEXT, INVITED_SECRET],
          faultOf: (answer) => faultOfProblem(answer),
          afterwards: async (answer, drawn) => {
            const digest = signedDigest(drawn);
            if (digest !== null && drawn.isRagged) unsure.add(digest);
            if (digest !== null && answer?.status === 204) taken.add(digest);
            if (drawn.asked.method === 'DELETE' && answer?.status === 204) own = await ownAgain(bench, own);
            await bench.clock.advance(1_000);
          },
          onQuiet: () => bench.clock.advance(30_000),
          stillRight: async () => {
            expect((await bench.call('GET', RELAY_PATHS.me, { token: own.token })).status).toBe(200);
          },
        },
        REQUESTS,
      );
      console.info(JSON.stringify({ server: 'relay', seed: SEED, ...played, taken: taken.size }));
      const stored = digestsIn(file).filter((digest) => !before.digests.includes(digest));
      expect(taken.size).toBeGreaterThan(0);
      expect([...taken].filter((digest) => !stored.includes(digest))).toEqual([]);
      // A webhook whose answer was about its odd end may have been accepted before its end was read.
      expect(stored.filter((digest) => !taken.has(digest) && !unsure.has(digest))).toEqual([]);
      expect(await fetchPage(bench, foreign.token, FOREIGN_ID)).toEqual({ ...before.page, lastVerifiedAt: expect.anything() as unknown });
      // Only for clients that hung up in the middle of a body.
      expect(bench.log.lines.filter(({ message, fields }) => message === 'request failed' && fields['code'] !== 'ECONNRESET')).toEqual([]);
    },
    WITHIN_MS,
  );
});

async function served(bench: RelayBench): Promise<number> {
  const { relay } = bench;
  const { port, ...server } = await serve(
    (request, { incoming, outgoing }) =>
      relay.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? '', ...openStreamOn(outgoing) }),
    {
      port: 0,
      drainMs: 0,
      problemType: PROBLEM_TYPE,
      plain: plainPost({ path: RELAY_PATHS.webhooks, bytesMax: WEBHOOK_BYTES_MAX, take: relay.webhook }),
    },
  );
  onTestFinished(() => server.close());
  return port;
}

/** Somebody else's device, with an event in its log. */
async function aForeignDevice(bench: RelayBench) {
  const device = await bench.device(FOREIGN_ID);
  const [eventId, documentId] = [uuid(9, 1), uuid(9, 2)];
  const fields = { id: eventId, integrationId: FOREIGN_ID, documentId, type: FOREIGN_TEXT };
  expect((await bench.deliver(fields, { body: eventBody(fields) })).status).toBe(204);
  return { ...device, eventId, documentId, integrationId: FOREIGN_ID };
}

/** An invitation to an integration that the own device has nothing to do with. */
async function anInvitation({ store, clock }: RelayBench): Promise<RelayWorld['invitation']> {
  const random = seededRandom(SEED);
  const wish = { integrationId: INVITED_ID, company: 'Exemple SARL', accountant: null, createdBy: 'operator-7', createdAt: clock.wallMs() };
  const { invitation, link, number } = newInvitation({ ...wish, secret: INVITED_SECRET, host: 'relay.example.com' }, random);
  await store.addInvitation(invitation);
  const keys = invitationKeys(link.code);
  const values = { find: keys.find, key: newClaimKeys(random).publicKey, number: numberProof(keys.number, number ?? '') };
  return { find: base64urlnopad.encode(values.find), key: base64urlnopad.encode(values.key), number: base64urlnopad.encode(values.number) };
}

type Own = ReturnType<RelayWorld['own']>;

async function anOwnDevice(bench: RelayBench): Promise<Own> {
  return { ...(await bench.device(INTEGRATION_ID, SPARE_ID)), ...proofOf(bench, INTEGRATION_ID) };
}

/** Restores for the next request what was removed, given up or forgotten. */
async function ownAgain(bench: RelayBench, own: Own): Promise<Own> {
  const proved = await bench.call('POST', RELAY_PATHS.integrations, { token: own.token, json: proofOf(bench, SPARE_ID) });
  if (proved.status === 401) return anOwnDevice(bench);
  const { integrationId, integrationSecret } = own;
  await bench.call('POST', RELAY_PATHS.integrations, { token: own.token, json: { integrationId, integrationSecret } });
  return own;
}

function worldOf(bench: RelayBench, who: Pick<RelayWorld, 'own' | 'foreign' | 'invitation'>): RelayWorld {
  const random = seededRandom(SEED);
  return {
    ...who,
    key: bench.key,
    nowMs: () => bench.clock.wallMs(),
    epoch: bench.store.epoch,
    uuid: () => random.uuid(),
    spare: proofOf(bench, SPARE_ID),
  };
}

function proofOf(bench: RelayBench, integrationId: string) {
  return { integrationId, integrationSecret: bench.service.integration(integrationId) };
}

function webhooksOf(rights: Readonly<Record<string, Right>>): Right {
  return (
    rights[`post ${RELAY_PATHS.webhooks}`] ??
    (() => {
      throw new Error('the relay takes no webhooks');
    })
  );
}

function times<T>(count: number, one: T): readonly T[] {
  return Array.from({ length: count }, () => one);
}

/** The hash of the bytes that the request's JWT signs, under which they are stored; null without a readable JWT. */
function signedDigest({ asked }: Drawn): string | null {
  const [, value = ''] = asked.headers.find(([name]) => name.toLowerCase() === CONFIG.signatureHeader) ?? [];
  const claims = jsonOf(Buffer.from(value.split('.')[1] ?? '', 'base64url')) as { body_sha256?: unknown } | undefined | null;
  return typeof claims?.body_sha256 === 'string' ? claims.body_sha256.toLowerCase() : null;
}

/** Everything that a webhook can become: an event, one that names no integration, one under a known id, one that nobody can read. */
function digestsIn(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = ['events', 'conflicts', 'quarantine'].flatMap((table) => database.prepare(`SELECT body_digest FROM ${table}`).all());
  database.close();
  return rows.map((row) => String(row['body_digest']));
}
