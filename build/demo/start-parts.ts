import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type SandboxControl, sandboxControl } from './sandbox-control.ts';
import { type Program, startProgram } from './start-program.ts';

const sandboxReadySchema = z.object({
  baseUrl: z.url(),
  authUrl: z.url(),
  jwksUrl: z.url(),
  issuer: z.string(),
  controlUrl: z.url(),
  consoleUrl: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string(),
});
const SEAL_KEY_BYTES = 32;
const relayReadySchema = z.object({ url: z.url(), webhookUrl: z.url() });

/** What an installation is given once: the settings `relayUrl` and `service`. */
export type Installation = {
  readonly relayUrl: string;
  readonly service: {
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly jwksUrl: string;
    readonly issuer: string;
    readonly scope: string;
    /** The sandbox is there to try things on. */
    readonly test: true;
  };
};

export type Parts = {
  readonly control: SandboxControl;
  /** The sandbox's page, where a user plays the accountant. */
  readonly consoleUrl: string;
  readonly installation: Installation;
  /** The partner's own; only a relay and a test may have them. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly programs: readonly Program[];
  readonly stop: () => Promise<void>;
};

export type PartsOptions = {
  readonly sandboxArgs?: readonly string[];
  /** `sqlite:FILE`; without it the relay keeps its data only in memory. */
  readonly relayStore?: string;
};

/** Starts a sandbox and a relay that know each other, as real programs on free ports. */
export async function startParts(options: PartsOptions = {}): Promise<Parts> {
  const sandbox = await startProgram({ name: 'sandbox', args: ['sandbox/server.ts', '--port', '0', ...(options.sandboxArgs ?? [])] });
  const service = sandboxReadySchema.parse(sandbox.ready);
  const relay = await startRelay(service, options.relayStore ?? 'sqlite::memory:').catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  const { url, webhookUrl } = relayReadySchema.parse(relay.ready);
  const control = sandboxControl(service.controlUrl);
  await control.setSwitches({ webhookUrl });
  const { baseUrl, authUrl, jwksUrl, issuer, scope, clientId, clientSecret } = service;
  return {
    control,
    consoleUrl: service.consoleUrl,
    installation: { relayUrl: url, service: { baseUrl, authUrl, jwksUrl, issuer, scope, test: true } },
    credentials: { clientId, clientSecret },
    programs: [sandbox, relay],
    stop: async () => {
      await relay.stop();
      await sandbox.stop();
    },
  };
}

function startRelay(service: z.infer<typeof sandboxReadySchema>, store: string): Promise<Program> {
  return startProgram({
    name: 'relay',
    args: ['relay/server.ts', '--port', '0', '--store', store],
    env: {
      RELAY_BASE_URL: service.baseUrl,
      RELAY_AUTH_URL: service.authUrl,
      RELAY_JWKS_URL: service.jwksUrl,
      RELAY_ISSUER: service.issuer,
      RELAY_CLIENT_ID: service.clientId,
      RELAY_CLIENT_SECRET: service.clientSecret,
      RELAY_SCOPE: service.scope,
      // For this start only: the store is deleted with its folder.
      RELAY_SEAL_KEYS: `demo:${randomBytes(SEAL_KEY_BYTES).toString('base64')}`,
    },
  });
}
