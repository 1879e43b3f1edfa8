import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type SandboxControl, sandboxControl } from '../../../build/demo/sandbox-control.ts';
import { type Overheard, overheard } from './overheard.ts';
import { type Passage, passage } from './passage.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

const sandboxSchema = z.object({
  baseUrl: z.url(),
  authUrl: z.url(),
  jwksUrl: z.url(),
  issuer: z.string(),
  controlUrl: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string(),
});

export type Scene = {
  readonly root: string;
  readonly profile: string;
  readonly folder: string;
  readonly keyFile: string;
  readonly programs: Overheard;
  readonly control: SandboxControl;
  readonly partner: { readonly clientId: string; readonly clientSecret: string };
  /** As `configure` takes it: with the passages' origins, so that every credential in transit is known. */
  readonly installation: { readonly relayUrl: string; readonly service: Readonly<Record<string, string>> };
  readonly passages: readonly Passage[];
  close(): Promise<void>;
};

/** Sandbox and relay as programs that write only below `root`, reached through overheard passages. */
export async function openScene(): Promise<Scene> {
  const root = scratchFolder('canary');
  const place = (name: string): string => join(root, name);
  for (const name of ['profile', 'Purchases', 'tmp', 'relay', 'keys']) mkdirSync(place(name));
  const programs = overheard({ TMPDIR: place('tmp') });
  const sandbox = await programs.start('sandbox', ['sandbox/server.ts', '--port', '0']);
  const service = sandboxSchema.parse(sandbox.ready);
  const relay = await programs.start('relay', ['relay/server.ts', '--port', '0', '--store', `sqlite:${place('relay/relay.db')}`], {
    RELAY_BASE_URL: service.baseUrl,
    RELAY_AUTH_URL: service.authUrl,
    RELAY_JWKS_URL: service.jwksUrl,
    RELAY_ISSUER: service.issuer,
    RELAY_CLIENT_ID: service.clientId,
    RELAY_CLIENT_SECRET: service.clientSecret,
    RELAY_SEAL_KEYS: 'none',
    RELAY_SCOPE: service.scope,
  });
  const { url, webhookUrl } = z.object({ url: z.url(), webhookUrl: z.url() }).parse(relay.ready);
  const control = sandboxControl(service.controlUrl);
  await control.setSwitches({ webhookUrl, statusNeedsSecret: true });
  const passages = [await passage(new URL(service.baseUrl).origin), await passage(url)];
  const by = (address: string): string => address.replace(new URL(service.baseUrl).origin, passages[0]?.origin ?? '');
  const { issuer, scope, clientId, clientSecret } = service;
  return {
    root,
    profile: place('profile'),
    folder: place('Purchases'),
    keyFile: place('keys/intray.key'),
    programs,
    control,
    partner: { clientId, clientSecret },
    installation: {
      relayUrl: passages[1]?.origin ?? '',
      service: { baseUrl: by(service.baseUrl), authUrl: by(service.authUrl), jwksUrl: by(service.jwksUrl), issuer, scope },
    },
    passages,
    close: async () => {
      await Promise.all([relay.stop(), sandbox.stop()]);
      for (const one of passages) await one.close();
      removeFolder(root);
    },
  };
}
