import { Hono } from 'hono';
import { z } from 'zod';
import { unreachable } from '#shared/lib/unreachable.ts';
import { cursorPath, eventsPath, PAGE_BYTES_MAX, PAGE_ROWS_MAX, RELAY_PATHS, WAIT_SECONDS_MAX } from '#shared/relay-protocol/protocol.ts';
import {
  type Answers,
  answersRequestSchema,
  claimsRequestSchema,
  cursorRequestSchema,
  type LogHead,
  type Page,
} from '#shared/relay-protocol/messages.ts';
import { addressOf } from '../http/caller-address.ts';
import { integrationOf } from '../enrol/authenticate.ts';
import type { DeviceEnv, RelayCore } from '../relay-core.ts';
import { notFound, problem } from '../http/problem.ts';
import { readJson } from '../http/read-body.ts';
import { deny, noteDenied } from '../misuse/refusals.ts';
import type { DeviceLink, PageRequest, StoredPage } from '../store/store.ts';
import { limited, rateLimit, tooManyHeld } from '../http/limited.ts';
import { WakeSignal } from '#shared/async/sweep-loop.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { heldUpTo } from './held.ts';

const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const querySchema = z.object({
  after: number.default(0),
  limit: number.transform((rows) => Math.min(Math.max(rows, 1), PAGE_ROWS_MAX)).default(PAGE_ROWS_MAX),
  wait: number.transform((seconds) => Math.min(seconds, WAIT_SECONDS_MAX)).default(0),
});

/** The log of an integration: read in pages, then acknowledged (ADR-3). */
export function eventRoutes(core: RelayCore): Hono<DeviceEnv> {
  const page = longPoll(core);
  return new Hono<DeviceEnv>()
    .get(eventsPath(':integrationId'), async (context) => {
      const integrationId = integrationOf(context);
      const query = querySchema.safeParse(context.req.query());
      const { deviceId } = context.get('device');
      const address = addressOf(context, core.config);
      if (integrationId === null) return deny(core, { deviceId, address, code: 'log' });
      if (!query.success) return problem({ status: 400, code: 'malformed', detail: 'after, limit and wait are whole numbers.' });
      const { after, limit, wait } = query.data;
      const link = { deviceId, integrationId };
      const found = await page(link, { after, rowsMax: limit, bytesMax: PAGE_BYTES_MAX }, { seconds: wait, address });
      if (found === 'too-many') return tooManyHeld(core, { what: 'long-poll', address });
      if (found === null) return refuseLog(core, link, address);
      return Response.json(await buildAnswer(core, found), { headers: { 'cache-control': 'no-store' } });
    })
    .put(cursorPath(':integrationId'), async (context) => {
      const integrationId = integrationOf(context);
      const cursor = await readJson(context.req.raw, cursorRequestSchema);
      const denied = { deviceId: context.get('device').deviceId, address: addressOf(context, core.config), code: 'cursor' } as const;
      if (integrationId === null) return deny(core, denied);
      if (!cursor.ok) return cursor.failure;
      const done = await core.store.acknowledge({ deviceId: denied.deviceId, integrationId, ...cursor.value });
      switch (done) {
        case 'done':
          return new Response(null, { status: 204 });
        case 'not-linked':
          return deny(core, { ...denied, integrationId });
        case 'other-epoch':
          return problem({ status: 409, code: 'epoch', detail: 'The log has another epoch now: read it from the start.' });
        case 'ahead':
          return problem({ status: 409, code: 'cursor-ahead', detail: 'The log does not reach that far.' });
        default:
          return unreachable(done);
      }
    })
    .post(RELAY_PATHS.claims, async (context) => {
      const claim = await readJson(context.req.raw, claimsRequestSchema);
      if (!claim.ok) return claim.failure;
      const { integrationId, documentIds } = claim.value;
      const { deviceId } = context.get('device');
      const claimed = await core.store.claim({ deviceId, integrationId }, documentIds);
      if (claimed === null) return deny(core, { deviceId, integrationId, address: addressOf(context, core.config), code: 'claims' });
      const heads = claimed === 0 ? null : await core.store.heads(deviceId);
      const head = heads?.find((one) => one.integrationId === integrationId);
      if (head !== undefined) core.pubSub.publish({ kind: 'seq', integrationId, seq: head.seq });
      return Response.json({ claimed });
    });
}

/**
 * A device that another one sent away is told, since it has read this log before. It then waits for a user, who may have meant it, instead of
 * proving the integration again.
 */
async function refuseLog(core: RelayCore, link: DeviceLink, address: string): Promise<Response> {
  if (!(await core.store.isSentAway(link))) return deny(core, { ...link, address, code: 'log' });
  noteDenied(core, { ...link, address, code: 'sent-away' });
  return problem({ status: 410, code: 'sent-away', detail: 'Another computer of the company ended this. Its secret begins it anew.' });
}

/** The page as it is on the wire. */
async function buildAnswer({ store, logBegan }: RelayCore, { more, events }: StoredPage): Promise<Page> {
  const [logSince, lastVerifiedAt] = [await logBegan(), await store.lastVerifiedAt()];
  return { epoch: store.epoch, logSince, lastVerifiedAt, more, events: encodeEvents(events) };
}

function encodeEvents(events: StoredPage['events']): Page['events'] {
  return events.map((event) => ({ ...event, body: Buffer.from(event.body).toString('base64') }));
}

/** Requests of one device that may wait at the same time. */
const WAITS_MAX = 4;

/** `too-many`: the limit of waiting requests is reached. */
type LongPoll = (
  link: DeviceLink,
  request: PageRequest,
  wait: { readonly seconds: number; readonly address: string },
) => Promise<StoredPage | null | 'too-many'>;

/** Returns a page: at once if it has events, otherwise when the doorbell rings or the wait is over. The doorbell only says "look again". */
function longPoll(core: RelayCore): LongPoll {
  const heldByDevice = heldUpTo(WAITS_MAX);

  const waited = async (link: DeviceLink, request: PageRequest, waitSeconds: number): Promise<StoredPage | null> => {
    const untilMs = core.clock.monotonicMs() + waitSeconds * SECOND_MS;
    const signal = new WakeSignal(core.clock);
    // Subscribe before the first look, so that nothing is missed in between.
    const subscription = core.pubSub.subscribe(link.deviceId, (ring) => {
      if (ring.kind === 'revocation') return;
      if (ring.kind !== 'heads' || isNews(ring.heads, link, request.after)) signal.wake();
    });
    subscription.follow([link.integrationId]);
    try {
      for (;;) {
        const page = await core.store.page(link, request);
        const leftMs = untilMs - core.clock.monotonicMs();
        if (page === null || page.events.length > 0 || leftMs <= 0 || core.stop.aborted) return page;
        await signal.wait(leftMs, core.stop);
      }
    } finally {
      subscription.close();
    }
  };

  return async (link, request, { seconds, address }) => {
    if (seconds === 0) return waited(link, request, 0);
    const ofDevice = heldByDevice.take(link.deviceId);
    const ofAddress = ofDevice === null ? null : core.heldByAddress.take(address);
    try {
      return ofAddress === null ? 'too-many' : await waited(link, request, seconds);
    } finally {
      ofDevice?.();
      ofAddress?.();
    }
  };
}

/** Whether the sweep found more than the device has, or that it may no longer read the log. */
function isNews(heads: readonly LogHead[] | null, { integrationId }: DeviceLink, after: number): boolean {
  const head = heads?.find((one) => one.integrationId === integrationId);
  return head === undefined || head.seq > after;
}

/** A desktop asks for each of its former integrations at most every five minutes; ids of 122 bits cannot be guessed at any rate. */
const QUESTIONS_OF_DEVICE = { burst: 20, perMinute: 4 };
const QUESTIONS_OF_ADDRESS = { burst: 100, perMinute: 30 };

/**
 * What the service said about documents whose integration was revoked: its secret proves nothing any more, so a device that lost its proof
 * (reinstalled, off for too long) would never learn it. A caller that names a document has sent it, and is told about that document alone. An
 * integration that can be proved has to be.
 */
export function answersRoute(core: RelayCore): Hono<DeviceEnv> {
  const ofDevice = rateLimit(core.clock, QUESTIONS_OF_DEVICE);
  const ofAddress = rateLimit(core.clock, QUESTIONS_OF_ADDRESS);
  return new Hono<DeviceEnv>().post(RELAY_PATHS.answers, async (context) => {
    const { deviceId } = context.get('device');
    const wanted = await readJson(context.req.raw, answersRequestSchema);
    if (!wanted.ok) return wanted.failure;
    const address = addressOf(context, core.config);
    const waitMs = ofAddress(address) || ofDevice(deviceId);
    if (waitMs > 0) return limited(core, { what: 'answers', waitMs, address });
    const link = { deviceId, integrationId: wanted.value.integrationId };
    if (await core.store.isSentAway(link)) return deny(core, { ...link, address, code: 'sent-away' });
    const events = await core.store.answers({ ...wanted.value, rowsMax: PAGE_ROWS_MAX, bytesMax: PAGE_BYTES_MAX });
    if (events.length === 0) return notFound();
    const { integrationId } = wanted.value;
    core.log.info('answers of a former integration read', { deviceId, integrationId, events: events.length, from: core.hashOf(address) });
    const answer: Answers = { epoch: core.store.epoch, events: encodeEvents(events) };
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  });
}
