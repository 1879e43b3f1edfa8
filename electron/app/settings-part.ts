import type { SettingsChange } from '#shared/app-api/settings.ts';
import { ok } from '#shared/lib/result.ts';
import type { SettingsPart } from '../api/parts.ts';
import { forgetSecret } from '../companies/forget-secret.ts';
import type { Parts } from './create-parts.ts';

/** What the person can set. */
export function settingsPart({ settings, secrets }: Pick<Parts, 'settings' | 'secrets'>): SettingsPart {
  return {
    get: () => settings.get(),
    change: async (change) => {
      // The password was typed in for the proxy before. Whoever may call the engine could otherwise have it sent to a proxy of their own.
      const forgotten = namesAnotherProxy(settings.get().proxy.url, change) ? await forgetSecret(secrets, 'proxy-password') : ok(null);
      return forgotten.ok ? ok(settings.change(change)) : forgotten;
    },
  };
}

function namesAnotherProxy(before: string | null, { proxy }: SettingsChange): boolean {
  return proxy?.url !== undefined && proxy.url !== null && proxy.url !== before;
}
