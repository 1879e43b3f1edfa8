import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStore, storeAt } from '#relay/store/open-store.ts';
import { sealWith } from '#relay/store/seal.ts';
import type { Store } from '#relay/store/store.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { enrolAnswerSchema, pageSchema } from '#shared/relay-protocol/messages.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { claimsFor, INTEGRATION_ID, jwt, readableOddities, unreadableBodies } from '#test/unit/shared/service-client/odd-events.ts';
import { relayProcess, serviceStandIn, type ServiceStandIn } from '../durability/desktop.ts';
import { listen } from '../relay-bench.ts';
import { runCommand } from './run-command.ts';
import { unless } from '#test/support/why-skipped.ts';

const missing = postgresMissing();

describe('the quarantine on the command line', () => {
  describe('on SQLite', () => {
    works(newSqlite);
    survives(newSqlite);
  });

  describe('on PostgreSQL', unless(missing), () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());
    works(() => postgres.database());
    survives(() => postgres.database());
  });

  it('says so when it is empty, and knows no other words and no id that is none', async () => {
    const standIn = await served();
    const environment = { ...standIn.environment, RELAY_STORE: `sqlite:${join(tempFolder(), 'relay.db')}` };
    expect(await runCommand(environment, 'quarantine')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Nothing is in quarantine') as string,
    });
    expect(await runCommand(environment, 'quarantine', '--json')).toMatchObject({ status: 0, stdout: '[]\n' });
    expect(await runCommand(environment, 'quarantine', 'replay', 'abcdef0123456789')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('There is none') as string,
    });
    for (const words of [['destroy'], ['replay', "x' OR 1=1"], ['replay', 'abcdef0123456789', 'more']])
      expect((await runCommand(environment, 'quarantine', ...words)).status).toBe(2);
    expect((await runCommand(environment, '--json', 'new-epoch')).status).toBe(2);
  });
});

async function newSqlite(): Promise<string> {
  return `sqlite:${join(tempFolder(), 'relay.db')}`;
}

function works(newStore: () => Promise<string>): void {
  it('is listed while the relay runs; what can be read now reaches the desktop, whose doorbell rings, and the rest stays', async () => {
    const standIn = await served();
    const environment = { ...standIn.environment, RELAY_STORE: await newStore() };
    const relay = await relayProcess(environment);
    onTestFinished(async () => void (await relay.end('SIGTERM')));
    const [odd] = unreadableBodies();
    expect(await post(relay.url, standIn, odd?.body ?? Buffer.alloc(0))).toBe(204);
    const { digest, receivedAt } = await keptByAnOlderVersion(environment.RELAY_STORE, standIn);
    const listed = await runCommand(environment, 'quarantine');
    expect(listed.stdout).toMatch(
      new RegExp(`^${digest.slice(0, 16)}  ${new Date(receivedAt).toISOString()} +\\d+ bytes  its body is no JSON object$`, 'm'),
    );
    expect(JSON.parse((await runCommand(environment, 'quarantine', '--json')).stdout)).toMatchObject([{ id: digest }, { code: 'json' }]);

    const token = await device(relay.url, standIn);
    const stream = await listen(fetch, token, relay.url);
    onTestFinished(() => stream.close());
    expect(await stream.until('"seq":0')).toBe(true);
    const replayed = await runCommand(environment, 'quarantine', 'replay');
    expect(replayed.stdout).toContain(`${digest.slice(0, 16)}  read   place 1 in the log of ${INTEGRATION_ID}\n`);
    expect(replayed.stdout).toContain('1 of 2 could be read now, 1 stay in quarantine.');
    expect(await stream.until('"seq":1')).toBe(true);
    const answer = await fetch(`${relay.url}${eventsPath(INTEGRATION_ID)}`, { headers: { authorization: `Bearer ${token}` } });
    const page = pageSchema.parse(await answer.json());
    expect(page.events.map(({ body }) => createHash('sha256').update(Buffer.from(body, 'base64')).digest('hex'))).toEqual([digest]);
    expect((await runCommand(environment, 'doctor')).stdout).toContain('warning  quarantine: 1 webhooks of the service could not be read');
  });
}

function survives(newStore: () => Promise<string>): void {
  it('is there after the relay was killed right behind its answer', async () => {
    const standIn = await served();
    const environment = { ...standIn.environment, RELAY_STORE: await newStore() };
    const relay = await relayProcess(environment);
    const bodies = unreadableBodies().filter(({ claims }) => claims === undefined);
    for (const { body } of bodies) expect(await post(relay.url, standIn, body)).toBe(204);
    await relay.end('SIGKILL');
    const kept = JSON.parse((await runCommand(environment, 'quarantine', '--json')).stdout) as readonly { readonly id: string }[];
    const sent = bodies.map(({ body }) => createHash('sha256').update(body).digest('hex'));
    expect(kept.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
  });
}

async function served(): Promise<ServiceStandIn> {
  const standIn = await serviceStandIn();
  onTestFinished(() => standIn.close());
  return standIn;
}

/** Writes a row as a version without support for a byte-order mark did; returns its digest, and when it came. */
async function keptByAnOlderVersion(
  at: string,
  standIn: ServiceStandIn,
): Promise<{ readonly digest: string; readonly receivedAt: number }> {
  const random = seededRandom(5);
  const store: Store = await openStore(storeAt(at), { random, clock: nodeClock(), seal: sealWith([], random) });
  const body = readableOddities()[0]?.body ?? Buffer.alloc(0);
  // Of yesterday: the relay that is started on this store removes what is older than its retention.
  const receivedAt = nodeClock().wallMs() - DAY_MS;
  const claims = claimsFor(body, receivedAt);
  const bodyDigest = String(claims['body_sha256']);
  await store.quarantine({ bodyDigest, receivedAt, code: 'json', jwt: jwt(standIn.key, claims), body });
  await store.close();
  return { digest: bodyDigest, receivedAt };
}

async function post(url: string, standIn: ServiceStandIn, body: Buffer): Promise<number> {
  const headers = { 'x-service-webhook-signature': jwt(standIn.key, claimsFor(body, Date.now())) };
  const answer = await fetch(`${url}${RELAY_PATHS.webhooks}`, { method: 'POST', headers, body: Uint8Array.from(body) });
  return answer.status;
}

async function device(url: string, standIn: ServiceStandIn): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const enrolled = await fetch(`${url}${RELAY_PATHS.devices}`, { method: 'POST', headers, body: JSON.stringify({ name: 'PC' }) });
  const token = enrolAnswerSchema.parse(await enrolled.json()).deviceToken;
  const integrationSecret = standIn.service.integration(INTEGRATION_ID);
  const body = JSON.stringify({ integrationId: INTEGRATION_ID, integrationSecret });
  const proved = await fetch(`${url}${RELAY_PATHS.integrations}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body,
  });
  expect(proved.status).toBe(200);
  return token;
}
