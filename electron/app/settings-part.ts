import type { SecretFault } from '#shared/app-api/secrets.ts';
import type { SettingsChange } from '#shared/app-api/settings.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SettingsPart } from '../api/parts.ts';
import { isGone } from '../companies/company-secrets.ts';
import { ofVault } from '../companies/prove.ts';
import type { Parts } from './create-parts.ts';

/** What the person can set. */
export function settingsPart({ settings, secrets }: Pick<Parts, 'settings' | 'secrets'>): SettingsPart {
  return {
    get: () => settings.get(),
    change: async (change) => {
      const dropped = namesAnotherProxy(settings.get().proxy.url, change) ? await dropPassword(secrets) : ok(null);
      return dropped.ok ? ok(settings.change(change)) : dropped;
    },
  };
}

function namesAnotherProxy(before: string | null, { proxy }: SettingsChange): boolean {
  return proxy?.url !== undefined && proxy.url !== null && proxy.url !== before;
}

/** It was typed in for the proxy before, and is shown to no other: whoever may call the engine could name one of their own. */
async function dropPassword(secrets: Parts['secrets']): Promise<Result<null, SecretFault>> {
  const kept = await secrets.installationSecret('proxy-password');
  if (!kept.ok && isGone(kept.failure)) return ok(null);
  const dropped = kept.ok ? await secrets.keepInstallationSecret('proxy-password', null) : kept;
  return dropped.ok ? ok(null) : fail(ofVault(dropped.failure));
}
