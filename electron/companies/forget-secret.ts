import type { InstallationSecret, SecretFault } from '#shared/app-api/secrets.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type CompanySecrets, isGone } from './company-secrets.ts';
import { ofVault } from './prove.ts';

type Kept = Pick<CompanySecrets, 'installationSecret' | 'keepInstallationSecret'>;

/** Deletes a secret of this installation from the vault; an absent or lost one counts as deleted. Fails while the vault does not open. */
export async function forgetSecret(secrets: Kept, name: InstallationSecret): Promise<Result<null, SecretFault>> {
  const kept = await secrets.installationSecret(name);
  if (!kept.ok) return isGone(kept.failure) ? ok(null) : fail(ofVault(kept.failure));
  const dropped = await secrets.keepInstallationSecret(name, null);
  return dropped.ok ? dropped : fail(ofVault(dropped.failure));
}
