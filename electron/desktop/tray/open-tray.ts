import { coalesce } from '#shared/async/coalesce.ts';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { ShellOptions } from '../shell-options.ts';
import { speakTo } from '../window/speak-to.ts';
import { StandingTray, type TrayActions } from './standing-tray.ts';
import { TRAY_REFUSALS_MAX, trayView } from './tray-view.ts';

/** Keeps the tray in step with the engine's state. Returns a function that removes it. */
export async function openTray(options: ShellOptions, actions: Omit<TrayActions, 'pause' | 'resume' | 'update'>): Promise<() => void> {
  const { engine, log, root, locale, platform } = options;
  const client = createRouterClient(engine.router, { context: {} });
  const view = async () => {
    const [settings, refused, updates] = await Promise.all([
      client.settings.get(),
      client.items.list({ states: ['refused'], settled: false, limit: TRAY_REFUSALS_MAX }),
      client.updates.view(),
    ]);
    return trayView(engine.overview(), refused.items, speakTo(settings, locale), updates);
  };
  const tray = new StandingTray(await view(), {
    folder: join(root, 'build', 'icons', 'tray'),
    platform,
    log,
    actions: { ...actions, pause: () => turn('pause'), resume: () => turn('resume'), update: () => update() },
  });
  const update = (): void => {
    // An update that is gone by now is not installed, and its entry disappears with the next change.
    client.updates.installNow().catch(() => log.warn('the tray could not ask for the newer version'));
  };
  const turn = (to: 'pause' | 'resume'): void => {
    const those = engine.overview().companies.filter(({ connection }) => (connection.kind === 'paused') === (to === 'resume'));
    // A failure shows in the window, where the person can try again.
    Promise.all(those.map(({ id }) => client.companies[to]({ companyId: id }))).catch(() =>
      log.warn('the tray could not turn companies', { to }),
    );
  };
  const stop = engine.onChange(
    coalesce(async () => {
      try {
        tray.show(await view());
      } catch {
        // The engine is closing; this last update is no longer needed.
        log.debug('the tray could not look');
      }
    }),
  );
  return () => {
    stop();
    tray.close();
  };
}
