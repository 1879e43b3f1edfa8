import type { Context, MiddlewareHandler } from 'hono';
import { hex } from '#shared/lib/hex.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { integrationIdSchema, type IntegrationId } from '#shared/contract/ids.ts';
import { addressOf } from '../http/caller-address.ts';
import { limited } from '../http/limited.ts';
import { problem } from '../http/problem.ts';
import { rateLimit } from '../http/rate-limit.ts';
import type { RelayCore } from '../relay-core.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { RUN_HEADER, SHARED_HEADER } from '#shared/relay-protocol/run-headers.ts';
import { knownDevice } from './known-device.ts';
import { sharedDevices } from './shared-devices.ts';
import { DEVICE_TOKEN_MARK } from '#shared/relay-protocol/device-token.ts';
import type { DeviceEnv } from './device-env.ts';

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
