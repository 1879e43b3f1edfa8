import { type PlaceChange, type Settings, type SettingsChange, settingsSchema } from './settings.ts';

/** What `change` does not name stays; a member that is there but undefined names nothing. One of two hours says nothing where there are none. */
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
