import { Hono } from 'hono';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { addressOf } from '../http/caller-address.ts';
import type { DeviceEnv, RelayCore } from '../relay-core.ts';
import { limited, rateLimit } from '../http/limited.ts';
import { tryLater } from '../http/problem.ts';
import { deny } from '../misuse/deny.ts';

/** A desktop asks about once an hour and after a 401. */
const TOKENS_OF_DEVICE = { burst: 30, perMinute: 10 };
const RETRY_SECONDS = 10;
const OFF_SECONDS = 300;
/** One device that gets 401 after 401 must not renew everybody's token each time. */
const RENEWAL_COOL_DOWN_MS = 30 * SECOND_MS;

/**
 * Hands the one cached service token to devices that have proved an integration (C5). `cache-control: no-cache` in
 * the request says that the last token met a 401, and asks for another.
 */
export function accessTokenRoute(core: RelayCore): Hono<DeviceEnv> {
  const questions = rateLimit(core.clock, TOKENS_OF_DEVICE);
  let renewedAtMs = -Infinity;

  return new Hono<DeviceEnv>().get(RELAY_PATHS.accessToken, async (context) => {
    // The operator's kill switch: no token is lent, and none is requested.
    if (core.config.broker === 'off') return tryLater('broker-off', OFF_SECONDS);
    const { deviceId } = context.get('device');
    const waitMs = questions(deviceId);
    const address = addressOf(context, core.config);
    if (waitMs > 0) return limited(core, { what: 'token', waitMs, address });
    const integrations = await core.store.heads(deviceId);
    if (integrations === null || integrations.length === 0) return deny(core, { deviceId, address, code: 'token' });
    if (context.req.header('cache-control') === 'no-cache' && core.clock.monotonicMs() - renewedAtMs >= RENEWAL_COOL_DOWN_MS) {
      renewedAtMs = core.clock.monotonicMs();
      const current = await core.tokens.token();
      if (current.ok) core.tokens.distrust(current.value);
    }
    const token = await core.tokens.fresh();
    if (!token.ok) {
      core.onceLog.warn('no service token', { kind: token.failure.kind, code: token.failure.code });
      return tryLater(`token-${token.failure.kind}`, RETRY_SECONDS);
    }
    core.metrics.tokensLent.inc();
    core.lent({ deviceId, integrations: integrations.length, address });
    const answer = { accessToken: token.value.value, expiresIn: token.value.expiresInSeconds };
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  });
}
