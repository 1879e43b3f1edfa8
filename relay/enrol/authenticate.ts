import type { Context, Env, MiddlewareHandler } from 'hono';
import { hex } from '#shared/lib/hex.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { integrationIdSchema, type IntegrationId } from '#shared/contract/ids.ts';
import type { Device } from '#shared/relay-protocol/messages.ts';
import { problem } from '../problem.ts';
import type { Store } from '../store/store.ts';

export interface DeviceEnv extends Env {
  Variables: { device: Device };
  Bindings: { remoteAddress?: string };
}

/** 32 bytes in base64url; what has another shape is not looked up. */
const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** Who calls, by its device token; 401 when the relay knows no such device (any more). */
export function authenticate(store: Store): MiddlewareHandler<DeviceEnv> {
  return async (context, next) => {
    const token = TOKEN.exec(context.req.header('authorization') ?? '')?.[1];
    const device = token === undefined ? null : await store.deviceByToken(tokenDigest(token));
    if (device === null) {
      return problem({ status: 401, code: 'device', detail: 'No device has this token.', headers: { 'www-authenticate': 'Bearer' } });
    }
    context.set('device', device);
    return next();
  };
}

/** What the store keeps of a token. 256 random bits need no salt and no slow hash. */
export function tokenDigest(token: string): string {
  return hex(nodeSha256([utf8(token)]));
}

/** The integration that the path names, or null when that is no id at all. */
export function integrationOf(context: Context<DeviceEnv>): IntegrationId | null {
  const parsed = integrationIdSchema.safeParse(context.req.param('integrationId'));
  return parsed.success ? parsed.data : null;
}
