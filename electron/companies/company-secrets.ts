import type { IntegrationId } from '#shared/contract/ids.ts';
import type { InstallationSecret } from '#shared/app-api/secrets.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Vault, VaultFault } from './vault.ts';

/** `absent`: the vault is open and has no such secret. */
export type NoSecret = { readonly kind: VaultFault['kind'] | 'absent' };

const INVITATION_CLAIMS = 'invitation-claims';
const SENT_CLAIMS = 'sent-claims';

/** True if waiting for the vault does not bring the secret back. */
export function isGone({ kind }: NoSecret): boolean {
  return kind === 'absent' || kind === 'lost' || kind === 'damaged';
}

/** The vault's entries, by their purpose. */
export type CompanySecrets = {
  /** Called before a user's secrets are tried: a vault whose key is lost, or that is damaged, may then be replaced by a new one. */
  beginAnew(): Promise<void>;
  secretOf(integrationId: IntegrationId): Promise<Result<string, NoSecret>>;
  keepSecret(integrationId: IntegrationId, secret: string): Promise<Result<null, VaultFault>>;
  dropSecret(integrationId: IntegrationId): Promise<Result<null, VaultFault>>;
  /** A secret of this installation, whatever the company: what it shows its proxy, or its own client secret. */
  installationSecret(name: InstallationSecret): Promise<Result<string, NoSecret>>;
  /** Null deletes it. */
  keepInstallationSecret(name: InstallationSecret, secret: string | null): Promise<Result<null, VaultFault>>;
  /** Claims of invitations whose companies are not connected yet, as one text; null deletes them. */
  invitationClaims(): Promise<Result<string, NoSecret>>;
  keepInvitationClaims(claims: string | null): Promise<Result<null, VaultFault>>;
  /** Which invitations this computer has claimed, as one text. No secret, but nobody else may write it. */
  sentClaims(): Promise<Result<string, NoSecret>>;
  keepSentClaims(claims: string): Promise<Result<null, VaultFault>>;
  /** The token by which the relay that is set now knows this device; another relay never sees it. */
  deviceToken(): Promise<Result<string, NoSecret>>;
  keepDeviceToken(token: string): Promise<Result<null, VaultFault>>;
  dropDeviceToken(): Promise<Result<null, VaultFault>>;
};

export function companySecrets(vault: Vault, relayUrl: () => string | null): CompanySecrets {
  const read = async (name: string): Promise<Result<string, NoSecret>> => {
    const found = await vault.get(name);
    if (!found.ok) return fail({ kind: found.failure.kind });
    return found.value === null ? fail({ kind: 'absent' }) : ok(found.value);
  };
  const ofDevice = (): string => `device-token ${relayUrl() ?? ''}`;
  return {
    beginAnew: () => vault.beginAnew(),
    secretOf: (integrationId) => read(ofIntegration(integrationId)),
    keepSecret: (integrationId, secret) => vault.set(ofIntegration(integrationId), secret),
    dropSecret: (integrationId) => vault.delete(ofIntegration(integrationId)),
    installationSecret: (name) => read(name),
    keepInstallationSecret: async (name, secret) => {
      if (secret === null) return vault.delete(name);
      await vault.beginAnew();
      return vault.set(name, secret);
    },
    invitationClaims: () => read(INVITATION_CLAIMS),
    keepInvitationClaims: (claims) => (claims === null ? vault.delete(INVITATION_CLAIMS) : vault.set(INVITATION_CLAIMS, claims)),
    sentClaims: () => read(SENT_CLAIMS),
    keepSentClaims: (claims) => vault.set(SENT_CLAIMS, claims),
    deviceToken: () => read(ofDevice()),
    keepDeviceToken: (token) => vault.set(ofDevice(), token),
    dropDeviceToken: () => vault.delete(ofDevice()),
  };
}

function ofIntegration(integrationId: IntegrationId): string {
  return `integration-secret ${integrationId}`;
}
