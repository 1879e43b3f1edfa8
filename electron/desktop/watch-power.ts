import { powerMonitor } from 'electron/main';
import { Emitter } from '#shared/async/emitter.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Power } from '../engine/engine.ts';

/** Linux sends no event when the cable is plugged in or out; polling is cheap. */
const LOOK_EVERY_MS = 15 * SECOND_MS;

/** Whether this computer runs on battery, as the system reports it. Call it only after the app is ready. */
export function watchPower(): Power {
  const changed = new Emitter();
  let was = powerMonitor.isOnBatteryPower();
  const look = (): void => {
    const before = was;
    was = powerMonitor.isOnBatteryPower();
    if (was !== before) changed.emit();
  };
  for (const event of ['on-ac', 'on-battery'] as const) powerMonitor.on(event as 'on-ac', look);
  setInterval(look, LOOK_EVERY_MS).unref();
  return {
    onBattery: () => was,
    onChange: changed.subscribe,
  };
}
