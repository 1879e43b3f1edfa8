import { type PlaceChange, type Settings, type SettingsChange, settingsSchema } from './settings.ts';

/** What `change` does not name stays; a member that is undefined names nothing. One hour of a pair is ignored if no pair was set. */
export function changedSettings(before: Settings, { quietHours, proxy, credentials, ...rest }: SettingsChange & PlaceChange): Settings {
  return settingsSchema.parse({
    ...before,
    ...definedOnly(rest),
    quietHours: quietHours === undefined ? before.quietHours : quietHours && { ...before.quietHours, ...definedOnly(quietHours) },
    proxy: { ...before.proxy, ...definedOnly(proxy ?? {}) },
    credentials: { ...before.credentials, ...definedOnly(credentials ?? {}) },
  });
}

function definedOnly<T extends object>(change: T): Partial<T>;
function definedOnly(change: object): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
