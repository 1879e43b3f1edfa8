import type { SettingsChange } from '#shared/app-api/settings.ts';
import { ok } from '#shared/lib/result.ts';
import type { SettingsPart } from '../api/parts.ts';
import { forgetSecret } from '../../companies/forget-secret.ts';
import type { Autostart } from '../engine.ts';
import type { Parts } from '../create-parts.ts';

/** What the person can set. */
export function settingsPart({ settings, secrets }: Pick<Parts, 'settings' | 'secrets'>, autostart: Autostart | null): SettingsPart {
  return {
    get: () => settings.get(),
    change: async (change) => {
      // The password was typed in for the proxy before. Whoever may call the engine could otherwise have it sent to a proxy of their own.
      const forgotten = namesAnotherProxy(settings.get().proxy.url, change) ? await forgetSecret(secrets, 'proxy-password') : ok(null);
      if (!forgotten.ok) return forgotten;
      const changed = settings.change(change);
      // Also where it said so before: the entry may have been taken out of the system's list meanwhile, and the person wants it back.
      if (change.startAtLogin !== undefined) autostart?.set(change.startAtLogin);
      return ok(changed);
    },
  };
}

function namesAnotherProxy(before: string | null, { proxy }: SettingsChange): boolean {
  return proxy?.url !== undefined && proxy.url !== null && proxy.url !== before;
}
