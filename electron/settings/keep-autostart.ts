import type { LiveSettings } from './create-settings.ts';

/** What this needs of the system's list of programs that start at log-in. */
export type AutostartEntry = {
  /** This installation was never started before. */
  readonly isFirst: boolean;
  set(on: boolean): void;
  mend(): void;
};

/**
 * Runs at every start. What the person or the system has removed or switched off since the last one stays so: an entry is made only at the
 * very first start, and when the person sets it (`settingsHandlers`); otherwise only its path is corrected.
 */
export function keepAutostart(autostart: AutostartEntry | null, settings: Pick<LiveSettings, 'get'>): void {
  if (autostart === null) return;
  if (autostart.isFirst && settings.get().startAtLogin) autostart.set(true);
  else autostart.mend();
}
