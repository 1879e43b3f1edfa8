import type { Power } from './engine.ts';
import type { LiveSettings } from '../settings/create-settings.ts';

/** Whether nothing is begun until the computer is plugged in again, by the person's choice. What is under way ends all the same. */
export function waitsForMains(power: Power | null, settings: Pick<LiveSettings, 'get'>): () => boolean {
  return () => power !== null && settings.get().waitOnBattery && power.onBattery();
}
