import { Hono } from 'hono';
import type { TakePosted } from '../http/plain-post.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import type { DeviceEnv } from '#relay/enrol/device-env.ts';
import { problem } from '../http/problem.ts';
import { readBody } from '../http/read-body.ts';
import type { RelayCore } from '../relay-core.ts';

/** The receiver as a route. A server that holds the connection may give it most webhooks without a `Request`. */
export function webhookRoute(core: RelayCore, take: TakePosted): Hono<DeviceEnv> {
  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.webhooks, async ({ env, req: { raw } }) => {
      const remoteAddress = env.remoteAddress ?? '';
      const posted = {
        remoteAddress,
        header: (name: string) => raw.headers.get(name),
        body: (bytesMax: number) => readBody(raw, bytesMax),
      };
      return (await take(posted)) ?? new Response(null, { status: 204 });
    })
    .options(RELAY_PATHS.webhooks, () => handShake(core))
    .all(RELAY_PATHS.webhooks, () =>
      problem({ status: 405, code: 'method', detail: 'Webhooks are sent by POST.', headers: { allow: 'POST, OPTIONS' } }),
    );
}

/** CloudEvents' abuse protection (C34): allows the sender to send here. */
function handShake(core: RelayCore): Response {
  const headers = { allow: 'POST', 'webhook-allowed-origin': core.config.webhookOrigin, 'webhook-allowed-rate': '*' };
  return new Response(null, { status: 200, headers });
}
