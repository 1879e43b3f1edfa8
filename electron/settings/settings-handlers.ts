import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { SecretFault } from '#shared/app-api/secrets.ts';
import type { SettingsChange } from '#shared/app-api/settings.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { LiveSettings } from './create-settings.ts';

export type SettingsHandlersDeps = {
  readonly settings: Pick<LiveSettings, 'get' | 'change'>;
  readonly forgetProxyPassword: () => Promise<Result<null, SecretFault>>;
  /** Null where the host cannot start Intray at log-in. */
  readonly autostart: { set(on: boolean): void } | null;
};

/** What the user can set. */
export function settingsHandlers({ settings, forgetProxyPassword, autostart }: SettingsHandlersDeps): AppHandlers['settings'] {
  return {
    get: () => settings.get(),
    change: async (change) => {
      // The password was typed in for the previous proxy. Otherwise anyone who may call the engine could have it sent to a proxy of their own.
      const forgotten = namesAnotherProxy(settings.get().proxy.url, change) ? await forgetProxyPassword() : ok(null);
      if (!forgotten.ok) {
        // Loaded here because most starts never need oRPC; whoever makes this call has loaded it.
        const { ORPCError } = await import('@orpc/server');
        throw new ORPCError('PRECONDITION_FAILED', { message: 'The vault cannot be opened now, so the proxy was not changed.' });
      }
      const changed = settings.change(change);
      // Even if the setting did not change: the entry may have been removed from the system's list meanwhile, and the user wants it back.
      if (change.startAtLogin !== undefined) autostart?.set(change.startAtLogin);
      return changed;
    },
  };
}

function namesAnotherProxy(before: string | null, { proxy }: SettingsChange): boolean {
  return proxy?.url !== undefined && proxy.url !== null && proxy.url !== before;
}
