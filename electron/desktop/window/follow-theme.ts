import { createRouterClient } from '@orpc/server';
import { nativeTheme } from 'electron/main';
import { coalesce } from '#shared/async/single-flight.ts';
import type { Log } from '#shared/ports/world.ts';
import type { OpenEngine } from '../../engine/engine.ts';

/** `--canvas` of shared/ui/tokens.css. */
const CANVAS = { light: '#f4f5f7', dark: '#131519' } as const;

/** Background of a window that has drawn nothing yet. */
export function canvasColour(): string {
  return nativeTheme.shouldUseDarkColors ? CANVAS.dark : CANVAS.light;
}

/**
 * Applies the user's light or dark setting to Chromium, so that even the first page, which has not asked the engine yet, and the system's
 * window frame follow it. Returns a function that stops this.
 */
export async function followTheme(engine: Pick<OpenEngine, 'router' | 'onChange'>, log: Log): Promise<() => void> {
  const { settings } = createRouterClient(engine.router, { context: {} });
  const look = async (): Promise<void> => {
    try {
      const { theme } = await settings.get();
      if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
    } catch {
      // The engine is closing.
      log.debug('the theme could not be looked at');
    }
  };
  await look();
  return engine.onChange(coalesce(look));
}
