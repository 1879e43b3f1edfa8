import { powerMonitor } from 'electron/main';
import { Emitter } from '#shared/async/emitter.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Power } from '../engine/engine.ts';

/** Linux rings nobody about its cable; a look at it costs nothing. */
const LOOK_EVERY_MS = 15 * SECOND_MS;

/** Whether this computer runs on its battery, as the system says. Only to be called once the app is ready. */
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
