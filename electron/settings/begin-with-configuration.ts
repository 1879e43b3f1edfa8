import type { Configuration } from '#shared/app-api/installation.ts';
import type { LiveSettings } from './create-settings.ts';

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
