import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import type { AppInfo, Overview } from '#shared/app-api/views.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { useEngine } from '../link/engine.ts';

export type Look = { readonly settings: Settings; readonly info: AppInfo; readonly overview: Overview; readonly heardAt: number };

/** The data that every page needs; null until all of it was answered once. */
export function useLook(): Look | null {
  const { queries } = useEngine();
  const settings = useQuery(queries.settings.get.queryOptions());
  const info = useQuery(queries.info.queryOptions());
  const overview = useQuery(queries.overview.queryOptions());
  if (settings.data === undefined || info.data === undefined || overview.data === undefined) return null;
  return { settings: settings.data, info: info.data, overview: overview.data, heardAt: overview.dataUpdatedAt };
}

export function useLookNow({ overview, heardAt }: Look): WallMs {
  return useNow(overview.now, heardAt);
}

export function useTheme(theme: Settings['theme']): void {
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** Ages are shown in minutes, so three updates a minute are enough. */
const TICK_MS = 20_000;

/** The engine's clock: its last known time, plus the time that has passed here since `heardAt`. */
function useNow(engineNow: WallMs, heardAt: number): WallMs {
  const [here, setHere] = useState(heardAt);
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return wallMs(engineNow + Math.max(0, here - heardAt));
}
