import { type Context, Hono } from 'hono';
import { deletionRequestSchema, type Device, enrolRequestSchema, proofRequestSchema } from '#shared/relay-protocol/messages.ts';
import { DEVICE_TOKEN_MARK, devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { addressOf } from '../http/caller-address.ts';
import { readJson } from '../http/read-body.ts';
import { deny } from '../misuse/refusals.ts';
import type { DeviceEnv, RelayCore } from '../relay-core.ts';
import { integrationOf, tokenDigest } from './authenticate.ts';
import { type Admitted, proofDueAt, proofLimits } from './proof-limits.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { DeviceLink } from '../store/store.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { limited, rateLimit } from '../http/limited.ts';
import { notFound, tryLater } from '../http/problem.ts';
import { probeBudget } from './probe-budget.ts';
import { type Claim, type Proof, prover } from './prove.ts';
import { base64urlnopad } from '@scure/base';

/** The integrations that a device may read: proving, listing and leaving them, and taking them from another device. */
export function integrationRoutes(core: RelayCore): Hono<DeviceEnv> {
  const refuseUnproved = refuserOfUnproved(core);

  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.integrations, async (context) => {
      const { deviceId } = context.get('device');
      const claim = await readJson(context.req.raw, proofRequestSchema);
      if (!claim.ok) return claim.failure;
      const { integrationId } = claim.value;
      const refused = await refuseUnproved({ ...claim.value, deviceId, address: addressOf(context, core.config) }, 'link');
      if (refused !== null) return refused;
      const now = core.clock.wallMs();
      const { head, undone } = await core.store.link({ deviceId, integrationId }, now, proofDueAt(now));
      if (undone) core.log.info('deletion undone', { deviceId, integrationId });
      core.pubSub.publish({ kind: 'links', deviceId });
      return Response.json(head);
    })
    .delete(integrationPath(':integrationId'), async (context) => {
      const { deviceId } = context.get('device');
      const address = addressOf(context, core.config);
      const integrationId = integrationOf(context);
      if (integrationId === null) return deny(core, { deviceId, address, code: 'unlink' });
      return unlink(core, { deviceId, integrationId }, { how: 'unlink', by: deviceId, address });
    })
    .get(devicesPath(':integrationId'), async (context) => {
      const { deviceId } = context.get('device');
      const integrationId = integrationOf(context);
      const heads = await core.store.heads(deviceId);
      // A device whose proof is too old is in this list, so that it can be sent away, but may not read the list.
      if (integrationId === null || heads?.some((head) => head.integrationId === integrationId) !== true)
        return deny(core, { deviceId, integrationId, address: addressOf(context, core.config), code: 'devices' });
      return Response.json({ devices: await core.store.readDevices(integrationId) });
    })
    .route('/', deletionRoutes(core, refuseUnproved));
}

/** Within a week an office notices a deletion that was a mistake, or the work of a thief of token and secret. */
const DELETED_AFTER_MS = 7 * DAY_MS;

type Deletion = { readonly deviceId: string; readonly integrationId: IntegrationId; readonly address: string };

/** `of`: the device to be sent away; absent if the whole log is to be deleted. */
type Wish = { readonly shownFor: ShownFor; readonly of?: string };

/**
 * What one device may take from the others: the log, or their access to it. These routes require the integration's secret again, since
 * a stolen token alone could otherwise lock out a whole office (ADR-43).
 */
function deletionRoutes(core: RelayCore, refuseUnproved: RefuseUnproved): Hono<DeviceEnv> {
  const allowed = async (context: Context<DeviceEnv>, { shownFor, of }: Wish): Promise<Result<Deletion, Response>> => {
    const shown = await readJson(context.req.raw, deletionRequestSchema);
    if (!shown.ok) return shown;
    const { deviceId } = context.get('device');
    const integrationId = integrationOf(context);
    const denied = { deviceId, integrationId, address: addressOf(context, core.config), code: 'deletion' } as const;
    if (integrationId === null) return fail(deny(core, denied));
    const devices = await companions(core, { deviceId, integrationId });
    if (devices?.some((device) => device.deviceId === (of ?? deviceId)) !== true) return fail(deny(core, denied));
    const deletion = { deviceId, integrationId, address: denied.address };
    const refused = await refuseUnproved({ ...deletion, ...shown.value }, shownFor);
    return refused === null ? ok(deletion) : fail(refused);
  };

  return new Hono<DeviceEnv>()
    .delete(eventsPath(':integrationId'), async (context) => {
      const deletion = await allowed(context, { shownFor: 'forget' });
      return deletion.ok ? forget(core, deletion.value) : deletion.failure;
    })
    .delete(`${devicesPath(':integrationId')}/:deviceId`, async (context) => {
      const of = context.req.param('deviceId');
      const deletion = await allowed(context, { shownFor: 'send-away', of });
      if (!deletion.ok) return deletion.failure;
      const { deviceId: by, integrationId, address } = deletion.value;
      return unlink(core, { deviceId: of, integrationId }, { how: 'sendAway', by, address });
    });
}

/** Has everything about an integration deleted after a week; its devices cannot read it from now on (ADR-43). */
async function forget(core: RelayCore, { deviceId, integrationId, address }: Deletion): Promise<Response> {
  const now = core.clock.wallMs();
  const { devices, deleteAt } = await core.store.forget(integrationId, now, now + DELETED_AFTER_MS);
  for (const device of devices) core.pubSub.publish({ kind: 'links', deviceId: device });
  core.metrics.deletionsAsked.inc();
  const [due, from] = [new Date(deleteAt).toISOString(), core.hashOf(address)];
  core.log.info('integration is to be deleted', { deviceId, integrationId, devices: devices.length, deleteAt: due, from });
  return new Response(null, { status: 204 });
}

/** For a device of the integration, all of its devices, including those that have to prove it again; null for any other device. */
async function companions(core: RelayCore, { deviceId, integrationId }: DeviceLink): Promise<readonly Device[] | null> {
  const devices = await core.store.readDevices(integrationId);
  return devices.some((device) => device.deviceId === deviceId) ? devices : null;
}

/** `by`: the device that asked for it, from this address. */
type Unlinking = { readonly how: 'unlink' | 'sendAway'; readonly by: string; readonly address: string };

/** Ends a device's link to an integration. A device that another one sent away is told so. */
async function unlink(core: RelayCore, link: DeviceLink, { how, by, address }: Unlinking): Promise<Response> {
  if (!(await core.store[how](link))) return deny(core, { ...link, deviceId: by, address, code: how === 'unlink' ? 'unlink' : 'deletion' });
  core.pubSub.publish({ kind: 'links', deviceId: link.deviceId });
  core.metrics.linksEnded.inc({ how });
  core.log.info('device unlinked', { ...link, how, by, from: core.hashOf(address) });
  return new Response(null, { status: 204 });
}

const RETRY_SECONDS = 10;

/** The purpose for which a secret was shown, for the log. */
type ShownFor = 'link' | 'forget' | 'send-away';

/** Has a secret proved on the service, within the limits. Null if it is right, otherwise the answer that refuses it. */
type RefuseUnproved = (asked: ProofRequest, shownFor: ShownFor) => Promise<Response | null>;

function refuserOfUnproved(core: RelayCore): RefuseUnproved {
  const prove = proverInTurn(core);
  return async (asked, shownFor) => {
    const { deviceId, integrationId, address } = asked;
    const proof = await prove(asked);
    if (proof.kind === 'limited') return limited(core, { what: 'proof', waitMs: proof.waitMs, address });
    const ids = { deviceId, integrationId, shownFor };
    // A stranger can cause two of these refusals a second, so they go into the bounded log.
    if (proof.kind === 'refused') core.refusals.note({ what: 'proof', code: proof.code, address, ids });
    else core.log.info('proof', { ...ids, outcome: proof.kind, code: proof.code, from: core.hashOf(address) });
    core.metrics.proofs.inc({ outcome: proof.kind });
    switch (proof.kind) {
      case 'proved':
        return null;
      case 'refused':
        return notFound();
      case 'unreachable':
        return tryLater('service', RETRY_SECONDS);
      case 'busy':
        return tryLater('busy', RETRY_SECONDS);
      default:
        return unreachable(proof);
    }
  };
}

/** `limited`: too many have failed; try again after `waitMs`. `busy`: too many are waiting for their turn at the moment. */
type ProofInTurn = Proof | { readonly kind: 'limited'; readonly waitMs: number } | { readonly kind: 'busy'; readonly code: string };

type ProofRequest = Claim & { readonly deviceId: string; readonly address: string };

/**
 * Proves within the limits and the relay's budget of probes. Concurrent requests with the same integration and secret share one proof: a
 * caller that has the secret learns nothing from the shared answer that it would not be told anyway.
 */
function proverInTurn(core: RelayCore): (asked: ProofRequest) => Promise<ProofInTurn> {
  const prove = prover(core);
  const admit = proofLimits(core.clock);
  const turnOf = probeBudget(core.clock, core.stop);
  const inFlight = new Map<string, Promise<ProofInTurn>>();

  const inTurn = async (claim: Claim, { rank, giveBack }: Admitted): Promise<ProofInTurn> => {
    const turn = await turnOf(rank);
    if (turn === null) {
      giveBack();
      return { kind: 'busy', code: 'probes' };
    }
    let proof: Proof | null = null;
    try {
      proof = await prove(claim);
      return proof;
    } finally {
      // A proof without an outcome burdened the service, but was not a wrong secret.
      turn.done(proof?.kind !== 'proved');
      if (proof?.kind !== 'refused') giveBack();
    }
  };

  return async ({ deviceId, address, integrationId, integrationSecret }) => {
    const isKnown = await core.store.hasProved({ deviceId, integrationId });
    const pair = `${integrationId} ${integrationSecret}`;
    const shared = inFlight.get(pair);
    if (shared !== undefined) return shared;
    const admitted = admit({ deviceId, address, integrationId, isKnown });
    if (!admitted.ok) return { kind: 'limited', waitMs: admitted.failure };
    const flight = inTurn({ integrationId, integrationSecret }, admitted.value).finally(() => inFlight.delete(pair));
    inFlight.set(pair, flight);
    return flight;
  };
}

const TOKEN_BYTES = 32;
/** Allows an office thirty installs at once, some of them twice. A stranger can make ten rows a minute, which give no access and last a day. */
const ENROLMENTS = { burst: 90, perMinute: 10 };

/** A device enrols, looks at itself, removes itself. Enrolment alone gives access to no log: that takes a proof. */
export function deviceRoutes(core: RelayCore): Hono<DeviceEnv> {
  const enrolments = rateLimit(core.clock, ENROLMENTS);
  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.devices, async (context) => {
      const address = addressOf(context, core.config);
      const waitMs = enrolments(address);
      if (waitMs > 0) return limited(core, { what: 'enrolment', waitMs, address });
      const wanted = await readJson(context.req.raw, enrolRequestSchema);
      if (!wanted.ok) return wanted.failure;
      const deviceId = core.random.uuid();
      const deviceToken = `${DEVICE_TOKEN_MARK}${base64urlnopad.encode(core.random.bytes(TOKEN_BYTES))}`;
      await core.store.addDevice({
        deviceId,
        name: wanted.value.name,
        createdAt: core.clock.wallMs(),
        tokenDigest: tokenDigest(deviceToken),
      });
      core.metrics.enrolments.inc();
      core.log.info('device enrolled', { deviceId, from: core.hashOf(address) });
      return Response.json({ deviceId, deviceToken }, { status: 201, headers: { 'cache-control': 'no-store' } });
    })
    .get(RELAY_PATHS.me, async (context) => {
      const device = context.get('device');
      const integrations = await core.store.heads(device.deviceId);
      return integrations === null ? notFound() : Response.json({ ...device, integrations });
    })
    .delete(RELAY_PATHS.me, async (context) => {
      const { deviceId } = context.get('device');
      await core.store.removeDevice(deviceId);
      core.pubSub.publish({ kind: 'links', deviceId });
      core.metrics.linksEnded.inc({ how: 'removed' });
      core.log.info('device removed', { deviceId, from: core.hashOf(addressOf(context, core.config)) });
      return new Response(null, { status: 204 });
    });
}
