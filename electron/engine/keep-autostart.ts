import type { Autostart } from './engine.ts';
import type { LiveSettings } from '../settings/create-settings.ts';

/**
 * At a start. What the person or the system has taken away or switched off since then stays so: an entry is made at the first start of all, and when the
 * person sets it (`settingsPart`); else only its path is mended.
 */
export function keepAutostart(autostart: Autostart | null, settings: Pick<LiveSettings, 'get'>): void {
  if (autostart === null) return;
  if (autostart.isFirst && settings.get().startAtLogin) autostart.set(true);
  else autostart.mend();
}
