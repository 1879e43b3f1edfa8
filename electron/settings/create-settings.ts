import { Emitter } from '#shared/async/emitter.ts';
import { changedSettings } from '#shared/app-api/changed-settings.ts';
import { type PlaceChange, type Settings, type SettingsChange, settingsSchema } from '#shared/app-api/settings.ts';

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
