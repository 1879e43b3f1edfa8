import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { vi } from 'vitest';
import { quitAfter } from '#electron/desktop/quit.ts';
import { startAgain } from '#electron/desktop/start-again.ts';
import { quietStart } from '#electron/desktop/updates/quiet-start.ts';
import { triedUpdate } from '#electron/desktop/updates/tried-update.ts';
import { updaterFeed } from '#electron/desktop/updates/updater-feed.ts';
import { Updates } from '#electron/desktop/updates/updates.ts';
import { withdrawnKeys } from '#electron/desktop/updates/withdrawn-keys.ts';
import type { UpdateObstacle } from '#shared/app-api/updates.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import * as electron from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { FEED_KEY, type LoopbackFeed, SPARE_KEY } from './loopback-feed.ts';
import { loopbackUpdater, type UpdaterOf } from './loopback-updater.ts';
import { StandInSquirrel } from './stand-in-squirrel.ts';

export type Installed<T extends AppUpdater> = {
  readonly Updater: UpdaterOf<T>;
  /** A person would be asked for a password. */
  readonly asks?: boolean;
  readonly obstacle?: () => UpdateObstacle | null;
};

export type Start = Awaited<ReturnType<Installation['start']>>;
export type Installation = ReturnType<typeof installation>;

/** An installation of Intray around a real updater, which can be started several times, one after the other, with what the start before left on the disk. */
export function installation<T extends AppUpdater>(server: LoopbackFeed, { Updater, asks = false, obstacle = () => null }: Installed<T>) {
  const folder = tempFolder();
  let wall = virtualClock().wallMs() as number;
  const squirrel = new StandInSquirrel();
  inPlaceOfElectron(squirrel);
  const start = async () => {
    electron.resetFakeElectron();
    const clock = virtualClock(wall);
    const [log, now, around] = [recordingLog(), { uploading: 0, windowShown: false }, { harm: () => {} }];
    const updater = loopbackUpdater(server.url, folder, Updater);
    const feed = updaterFeed({
      updater,
      squirrel: updater.constructor.name === 'MacUpdater' ? squirrel : null,
      obstacle,
      keys: [FEED_KEY, SPARE_KEY],
      withdrawn: withdrawnKeys(folder),
      clock,
      log,
      atQuit: !asks,
    });
    const quiet = quietStart(folder, () => clock.wallMs());
    const updates = new Updates({
      clock,
      random: { fraction: () => 0 },
      log,
      feed,
      alone: !asks,
      quit: () => electron.app.quit(),
      quiet,
      tried: triedUpdate(folder, { from: '1.0.0', now: () => clock.wallMs() }),
      again: ({ hidden }) => startAgain({ argv: ['intray', '--profile', 'p', '--hidden'], hidden }),
    });
    // As the shell does it; what is harmed meanwhile is harmed after the last look before the end.
    quitAfter({ close: async () => Promise.resolve(around.harm()), instead: async (inTime) => updates.installAtEnd(inTime), log });
    updates.start(() => now);
    const pass = async (ms: number): Promise<void> => {
      await clock.advance(ms);
      wall = clock.wallMs();
    };
    return {
      updates,
      log,
      now,
      around,
      clock,
      pass,
      /** Until a newer version is ready. */
      untilReady: async () => {
        await pass(3 * MINUTE_MS);
        await vi.waitFor(() => expectKind(updates, 'ready'), { timeout: 20_000 });
      },
      /** Until the app has ended for it: by a person's wish, or by itself. */
      untilEnded: async (asked: boolean) => {
        if (asked) updates.installNow();
        await vi.waitFor(
          async () => {
            await pass(asked ? SECOND_MS : MINUTE_MS);
            if (electron.app.exitCode === null) throw new Error('it has not ended');
          },
          { timeout: 20_000, interval: 1 },
        );
      },
      quitsQuietlyNext: () => existsSync(join(folder, 'quiet-start.json')),
    };
  };
  return { folder, squirrel, start };
}

function expectKind(updates: Updates, kind: string): void {
  const view = updates.view();
  if (view.kind !== kind) throw new Error(`it is ${JSON.stringify(view)}`);
}

/** electron-updater asks for Electron by Node's own `require`, which no alias of the tests reaches. */
function inPlaceOfElectron(autoUpdater: StandInSquirrel): void {
  const require = createRequire(import.meta.url);
  const path = require.resolve('electron');
  require.cache[path] = { exports: { ...electron, autoUpdater } } as NodeJS.Module;
}
