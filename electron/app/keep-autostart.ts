import type { Autostart } from '../app-shape.ts';
import type { LiveSettings } from '../settings/create-settings.ts';

/** Tells the computer what the person wants, now and after every change: somebody may have changed it elsewhere. */
export function keepAutostart(autostart: Autostart | null, settings: LiveSettings): void {
  if (autostart === null) return;
  autostart.set(settings.get().startAtLogin);
  settings.onChange((now, before) => {
    if (now.startAtLogin !== before.startAtLogin) autostart.set(now.startAtLogin);
  });
}
