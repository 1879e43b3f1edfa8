import { Emitter } from '#shared/async/emitter.ts';
import { changedSettings, type Configuration } from '#shared/app-api/installation.ts';
import { type PlaceChange, type Settings, type SettingsChange, settingsSchema } from '#shared/app-api/settings.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { SecretFault } from '#shared/app-api/secrets.ts';
import { ok, type Result } from '#shared/lib/result.ts';

/** Where the settings are stored, as one JSON value. */
export type SettingsStore = { read(): unknown; write(settings: unknown): void };

export type LiveSettings = {
  /** The current settings; read them at every use, so that a change applies at once. */
  get(): Settings;
  /** Settings that `change` does not name stay as they are. */
  change(change: SettingsChange & PlaceChange): Settings;
  onChange(tell: (settings: Settings, before: Settings) => void): () => void;
};

/**
 * The settings of this installation. Each value that is missing, damaged or from another version falls back to its default on its own. Whoever sets up
 * a profile with this version has seen no other one, so nothing is new to them.
 */
export function createSettings(store: SettingsStore, version: string | null = null): LiveSettings {
  const changed = new Emitter<[settings: Settings, before: Settings]>();
  const kept = store.read();
  let current = kept === null ? { ...parse(kept), newsSeen: version } : parse(kept);
  return {
    get: () => current,
    change: (change) => {
      const before = current;
      const next = changedSettings(before, change);
      store.write(next);
      current = next;
      changed.emit(next, before);
      return next;
    },
    onChange: changed.subscribe,
  };
}

function parse(kept: unknown): Settings {
  const parsed = settingsSchema.safeParse(kept);
  return parsed.success ? parsed.data : settingsSchema.parse({});
}

/**
 * A new profile knows no service and no relay, and begins with those of its build. One that knows either keeps what it has, whatever a later build
 * brings along: its secrets were typed in for that place. True if the settings were changed.
 */
export function beginWithConfiguration(configuration: Configuration | null, settings: Pick<LiveSettings, 'get' | 'change'>): boolean {
  const { relayUrl, service } = settings.get();
  if (configuration === null || relayUrl !== null || service !== null) return false;
  settings.change(configuration);
  return true;
}

/** What this needs of the system's list of programs that start at log-in. */
type AutostartEntry = {
  /** This installation was never started before. */
  readonly isFirst: boolean;
  set(on: boolean): void;
  mend(): void;
};

/**
 * Runs at every start. What the user or the system has removed or switched off since the last one stays so: an entry is made only at the
 * very first start, and when the user sets it (`settingsHandlers`); otherwise only its path is corrected.
 */
export function keepAutostart(autostart: AutostartEntry | null, settings: Pick<LiveSettings, 'get'>): void {
  if (autostart === null) return;
  if (autostart.isFirst && settings.get().startAtLogin) autostart.set(true);
  else autostart.mend();
}

type SettingsHandlersDeps = {
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
