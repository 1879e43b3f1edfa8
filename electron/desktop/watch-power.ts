import { powerMonitor } from 'electron/main';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Power } from '../app-shape.ts';

/** Linux rings nobody about its cable; a look at it costs nothing. */
const LOOK_EVERY_MS = 15 * SECOND_MS;

/** Whether this computer runs on its battery, as the system says. Only to be called once the app is ready. */
export function watchPower(): Power {
  const rings = new Set<() => void>();
  let was = powerMonitor.isOnBatteryPower();
  const look = (): void => {
    const before = was;
    was = powerMonitor.isOnBatteryPower();
    if (was !== before) for (const ring of rings) ring();
  };
  for (const event of ['on-ac', 'on-battery'] as const) powerMonitor.on(event as 'on-ac', look);
  setInterval(look, LOOK_EVERY_MS).unref();
  return {
    onBattery: () => was,
    onChange: (ring) => void rings.add(ring),
  };
}
