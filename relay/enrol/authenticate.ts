import type { Context, MiddlewareHandler } from 'hono';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { addressOf } from '../http/caller-address.ts';
import { limited, rateLimit } from '../http/limited.ts';
import { problem } from '../http/problem.ts';
import type { DeviceEnv, RelayCore } from '../relay-core.ts';
import { DEVICE_TOKEN_MARK, RELAY_PATHS, RUN_CHARACTERS_MAX, RUN_HEADER, SHARED_HEADER } from '#shared/relay-protocol/protocol.ts';
import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import { keepNewest } from '../once-log.ts';
import type { Device } from '#shared/relay-protocol/messages.ts';

/** 32 bytes in base64url after the mark; a token of another shape is not looked up. Tokens from before the mark remain valid. */
const TOKEN = new RegExp(`^Bearer ((?:${DEVICE_TOKEN_MARK})?[A-Za-z0-9_-]{43})$`, 'i');

/** 256 bits cannot be guessed, so this only slows down those who try. It never affects a known device, whatever its address. */
const REFUSALS_OF_ADDRESS = { burst: 120, perMinute: 60 };

/** Identifies the calling device by its token; 401 if the relay does not know it (any more), or if it was idle for too long. */
export function authenticate(core: RelayCore): MiddlewareHandler<DeviceEnv> {
  const refusals = rateLimit(core.clock, REFUSALS_OF_ADDRESS);
  const devices = sharedDevices(core.clock);
  return async (context, next) => {
    const shown = context.req.header('authorization');
    const token = TOKEN.exec(shown ?? '')?.[1];
    const device = token === undefined ? null : await knownDevice(core, tokenDigest(token));
    if (device === null) {
      const address = addressOf(context, core.config);
      const waitMs = refusals(address);
      if (waitMs > 0) return limited(core, { what: 'authentication', waitMs, address });
      const code = shown === undefined ? 'none' : token === undefined ? 'malformed' : 'unknown';
      core.metrics.tokensRefused.inc({ code });
      core.refusals.note({ what: 'token', code, address });
      return problem({ status: 401, code: 'device', detail: 'No device has this token.', headers: { 'www-authenticate': 'Bearer' } });
    }
    context.set('device', device);
    const isShared = devices.isShared(device.deviceId, context.req.header(RUN_HEADER));
    await next();
    // The answer of a stream has already begun; the device is told at its next request.
    if (!isShared || context.req.path === RELAY_PATHS.doorbell) return undefined;
    context.res.headers.set(SHARED_HEADER, '1');
    core.onceLog.outside('a device is used by more than one running program', { deviceId: device.deviceId });
    return undefined;
  };
}

/** The digest that the store keeps of a token. 256 random bits need no salt and no slow hash. */
export function tokenDigest(token: string): string {
  return hex(nodeSha256([utf8(token)]));
}

/** The integration that the path names; null if it is no id. */
export function integrationOf(context: Context<DeviceEnv>): IntegrationId | null {
  const parsed = integrationIdSchema.safeParse(context.req.param('integrationId'));
  return parsed.success ? parsed.data : null;
}

type SharedDevices = {
  /** Notes the caller, and says whether another program uses the same device at the same time. */
  isShared(deviceId: string, run: string | undefined): boolean;
};

/** A request of a program that has ended may be late by this much; a later one comes from a program that still runs. */
const LATE_MS = MINUTE_MS;
/** Desktops ask every minute: if nothing was heard of a program for this long, it has ended. */
const TOLD_MS = 10 * MINUTE_MS;
/** Programs remembered per device: enough to remember, as long as a request may be late, a device whose program restarts every minute. */
const RUNS_MAX = 8;
/** A few hundred bytes each. The device that asked longest ago is forgotten first, and noticed again a little later. */
const DEVICES_MAX = 20_000;

type Known = {
  /** The program that appeared last, and when. */
  current: string;
  sinceMs: number;
  /** When each program was last heard, the oldest first. */
  readonly heard: Map<string, number>;
};

/**
 * Notices that two programs use one device at the same time, as a profile and its copy do. After a restart, a move or a restore the
 * earlier program is never heard again; if both run, the earlier one asks again. Kept in memory only: after a restart of the
 * relay, and by each node separately, it is noticed anew.
 */
function sharedDevices(clock: Pick<Clock, 'monotonicMs'>): SharedDevices {
  const devices = new Map<string, Known>();
  return {
    isShared(deviceId, run) {
      if (run === undefined || run.length > RUN_CHARACTERS_MAX) return false;
      const now = clock.monotonicMs();
      const known = devices.get(deviceId) ?? { current: run, sinceMs: now, heard: new Map() };
      keepNewest(devices, deviceId, known, DEVICES_MAX);
      if (!known.heard.has(run)) [known.current, known.sinceMs] = [run, now];
      keepNewest(known.heard, run, now, RUNS_MAX);
      return areTwo(known, now);
    },
  };
}

/** Whether the program that appeared last still runs, and so does an earlier one. */
function areTwo({ current, sinceMs, heard }: Known, now: number): boolean {
  const lives = (atMs: number): boolean => now - atMs < TOLD_MS;
  return (
    lives(heard.get(current) ?? Number.NEGATIVE_INFINITY) &&
    Array.from(heard).some(([run, atMs]) => run !== current && atMs - sinceMs > LATE_MS && lives(atMs))
  );
}

/** A token that was idle for longer is rejected; when its computer comes back, the app enrols again. */
const IDLE_MS = 90 * DAY_MS;
/** The use is written once a day, not at each call. */
const NOTED_EVERY_MS = DAY_MS;

/** The device with this token; null if there is none, or it was idle for too long. Notes the use. */
async function knownDevice({ store, clock }: RelayCore, hashedToken: string): Promise<Device | null> {
  const found = await store.deviceByToken(hashedToken);
  if (found === null) return null;
  const { lastUsedAt, ...device } = found;
  const now = clock.wallMs();
  if (now - lastUsedAt > IDLE_MS) return null;
  if (now - lastUsedAt >= NOTED_EVERY_MS) await store.noteUse(device.deviceId, now);
  return device;
}
