import { changedSettings } from '#shared/app-api/changed-settings.ts';
import { type PlaceChange, type Settings, type SettingsChange, settingsSchema } from '#shared/app-api/settings.ts';

/** Where they are kept: one JSON. */
export type SettingsStore = { read(): unknown; write(settings: unknown): void };

export type LiveSettings = {
  /** As they are now; ask at every use, so that a change applies at once. */
  get(): Settings;
  /** What `change` does not name stays. */
  change(change: SettingsChange & PlaceChange): Settings;
  onChange(tell: (settings: Settings, before: Settings) => void): () => void;
};

/** The settings of this installation: what is missing, damaged or from another version falls back alone. */
export function createSettings(store: SettingsStore): LiveSettings {
  const told = new Set<(settings: Settings, before: Settings) => void>();
  let current = parse(store.read());
  return {
    get: () => current,
    change: (change) => {
      const before = current;
      const next = changedSettings(before, change);
      store.write(next);
      current = next;
      for (const tell of told) tell(next, before);
      return next;
    },
    onChange: (tell) => {
      told.add(tell);
      return () => told.delete(tell);
    },
  };
}

function parse(kept: unknown): Settings {
  const parsed = settingsSchema.safeParse(kept);
  return parsed.success ? parsed.data : settingsSchema.parse({});
}
