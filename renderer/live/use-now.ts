import { useEffect, useState } from 'react';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';

/** Ages are shown in minutes, so three updates a minute are enough. */
const TICK_MS = 20_000;

/** The engine's clock: its last known time, plus the time that has passed here since `heardAt`. */
export function useNow(engineNow: WallMs, heardAt: number): WallMs {
  const [here, setHere] = useState(heardAt);
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return wallMs(engineNow + Math.max(0, here - heardAt));
}
