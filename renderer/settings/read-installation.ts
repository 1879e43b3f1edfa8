import { type Settings, type SettingsChange, settingsChangeSchema } from '#shared/app-api/settings.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

/** What is not right in a configuration that was pasted; `member` is the first one that is wrong. */
export type InstallationFault = { readonly kind: 'json' | 'empty' } | { readonly kind: 'member'; readonly member: string };

const installationSchema = settingsChangeSchema.pick({ relayUrl: true, service: true });

/** Reads the configuration of an installation; other members are somebody else's and left alone. */
export function readInstallation(text: string): Result<SettingsChange, InstallationFault> {
  const json = parsed(text);
  if (json === undefined) return fail({ kind: 'json' });
  const read = installationSchema.safeParse(json);
  if (!read.success) {
    const path = read.error.issues[0]?.path ?? [];
    return path.length === 0 ? fail({ kind: 'empty' }) : fail({ kind: 'member', member: path.join('.') });
  }
  const { relayUrl, service } = read.data;
  if (relayUrl == null && service == null) return fail({ kind: 'empty' });
  return ok({ ...(relayUrl == null ? {} : { relayUrl }), ...(service == null ? {} : { service }) });
}

export function isSetUp(settings: Settings): boolean {
  return settings.relayUrl !== null && settings.service !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said to the person, who pasted it.
    return undefined;
  }
}
