import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { InstallationSecret, SecretsView } from '#shared/app-api/secrets.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type CompanySecrets, isGone, type NoSecret } from './company-secrets.ts';
import { ofVault } from './prove.ts';

type Kept = Pick<CompanySecrets, 'installationSecret' | 'keepInstallationSecret'>;

/** The secrets of the installation; `typedIn` is called after each that a person typed in, since it may be the one that was missing. */
export function secretsHandlers(secrets: Kept, typedIn: () => void): AppHandlers['secrets'] {
  return {
    view: () => readView(secrets),
    keep: async ({ name, secret }) => {
      const kept = await secrets.keepInstallationSecret(name, secret);
      if (!kept.ok) return fail(ofVault(kept.failure));
      typedIn();
      return ok(await readView(secrets));
    },
  };
}

async function readView(secrets: Kept): Promise<SecretsView> {
  const isKept = async (name: InstallationSecret): Promise<boolean | null> => told(await secrets.installationSecret(name));
  return { 'proxy-password': await isKept('proxy-password'), 'client-secret': await isKept('client-secret') };
}

function told(found: Result<string, NoSecret>): boolean | null {
  return found.ok || (isGone(found.failure) ? false : null);
}
