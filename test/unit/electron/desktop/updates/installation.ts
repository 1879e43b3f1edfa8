import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AppUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import { vi } from 'vitest';
import { quitAfter } from '#electron/desktop/quit.ts';
import { startAgain } from '#electron/desktop/start-fault.ts';
import { quietStart } from '#electron/desktop/updates/quiet-start.ts';
import { takenBackVersions, Updates } from '#electron/desktop/updates/updates.ts';
import { triedUpdate } from '#electron/desktop/updates/tried-update.ts';
import { updaterFeed } from '#electron/desktop/updates/updater-feed.ts';
import { withdrawnKeys } from '#electron/desktop/updates/open-updates.ts';
import type { UpdateObstacle } from '#shared/app-api/updates.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import * as electron from '#test/support/fake-electron/fake-electron.ts';
import { type RecordingLog, recordingLog, type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { FEED_KEY, inPlaceOfElectron, JOURNAL, type LoopbackFeed, SPARE_KEY } from './loopback-feed.ts';
import { StandInSquirrel } from './stand-in-squirrel.ts';
import { type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http';
import process from 'node:process';
import { configureRequestOptions, configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';
import type { AppAdapter } from 'electron-updater/out/AppAdapter';
import { KeptAppImageUpdater } from '#electron/desktop/updates/kept-app-image-updater.ts';
import { PersonalNsisUpdater } from '#electron/desktop/updates/personal-nsis-updater.ts';

export type Installed<T extends AppUpdater> = {
  readonly Updater: UpdaterOf<T>;
  /** A user would be asked for a password. */
  readonly asks?: boolean;
  readonly obstacle?: () => UpdateObstacle | null;
};

export type Start = ReturnType<Installation['start']>;
export type Installation = ReturnType<typeof installation>;

/** An installation of Intray around a real updater. It can be started several times, each time with what the previous start left on the disk. */
export function installation<T extends AppUpdater>(server: LoopbackFeed, installed: Installed<T>) {
  const [folder, squirrel] = [tempFolder(), new StandInSquirrel()];
  let wall = virtualClock().wallMs() as number;
  inPlaceOfElectron(squirrel);
  const start = () => {
    electron.resetFakeElectron();
    const [clock, log] = [virtualClock(wall), recordingLog()];
    const [now, around] = [{ uploading: 0, windowShown: false }, { harm: () => {} }];
    const updates = updatesOf(installed, { server, folder, squirrel, clock, log });
    // As the shell does; `harm` takes effect after the last check before the end.
    quitAfter({
      stop: () => undefined,
      close: async () => Promise.resolve(around.harm()),
      closeNow: () => undefined,
      instead: async (inTime) => updates.installAtEnd(inTime),
      log,
    });
    updates.start(() => now);
    const pass = async (ms: number): Promise<void> => {
      await clock.advance(ms);
      wall = clock.wallMs();
    };
    const quitsQuietlyNext = (): boolean => existsSync(join(folder, 'quiet-start.json'));
    return { updates, log, now, around, pass, quitsQuietlyNext, ...untils(updates, pass) };
  };
  return { folder, squirrel, start };
}

type Around = {
  readonly server: LoopbackFeed;
  readonly folder: string;
  readonly squirrel: StandInSquirrel;
  readonly clock: VirtualClock;
  readonly log: RecordingLog;
};

/** Wired as in the desktop app. */
function updatesOf<T extends AppUpdater>({ Updater, asks = false, obstacle = () => null }: Installed<T>, around: Around): Updates {
  const { server, folder, squirrel, clock, log } = around;
  const updater = loopbackUpdater(server.url, folder, Updater);
  const feed = updaterFeed({
    updater,
    squirrel: updater instanceof MacUpdater ? squirrel : null,
    obstacle,
    keys: [FEED_KEY, SPARE_KEY],
    withdrawn: withdrawnKeys(folder),
    takenBack: takenBackVersions(folder),
    journal: JOURNAL,
    clock,
    log,
    atQuit: !asks,
  });
  return new Updates({
    clock,
    random: { fraction: () => 0 },
    log,
    feed,
    alone: !asks,
    quit: () => electron.app.quit(),
    quiet: quietStart(folder, () => clock.wallMs()),
    tried: triedUpdate(folder, { from: '1.0.0', now: () => clock.wallMs() }),
    again: ({ hidden }) => startAgain({ argv: ['intray', '--profile', 'p', '--hidden'], hidden }),
  });
}

function untils(updates: Updates, pass: (ms: number) => Promise<void>) {
  return {
    /** Resolves when a newer version is ready. */
    untilReady: async () => {
      await pass(3 * MINUTE_MS);
      await vi.waitFor(() => expectKind(updates, 'ready'), { timeout: 20_000 });
    },
    /** Resolves when the app has ended for it: because a user asked, or by itself. */
    untilEnded: async (asked: boolean) => {
      if (asked) updates.installNow();
      const step = async (): Promise<void> => {
        await pass(asked ? SECOND_MS : MINUTE_MS);
        if (electron.app.exitCode === null) throw new Error('it has not ended');
      };
      await vi.waitFor(step, { timeout: 20_000, interval: 1 });
    },
  };
}

function expectKind(updates: Updates, kind: string): void {
  const view = updates.view();
  if (view.kind !== kind) throw new Error(`it is ${JSON.stringify(view)}`);
}

/** The updater for whole packages on this system, and their ending: electron-updater fetches an AppImage only on Linux. */
export const OWN =
  process.platform === 'win32'
    ? ({ Updater: PersonalNsisUpdater as UpdaterOf<AppUpdater>, ending: 'exe' } as const)
    : ({ Updater: KeptAppImageUpdater as unknown as UpdaterOf<AppUpdater>, ending: 'AppImage' } as const);

/** A real updater, with Node's HTTP in place of Electron's. */
export function loopbackUpdater<T extends AppUpdater>(url: string, folder: string, Updater: UpdaterOf<T>): T {
  const app = standInApp(folder);
  writeFileSync(
    app.appUpdateConfigPath,
    `provider: generic\nurl: ${url}\nuseMultipleRangeRequest: false\nupdaterCacheDirName: intray-updater\n`,
  );
  const running = join(folder, 'Intray.AppImage');
  writeFileSync(running, 'the app 1.0.0');
  vi.stubEnv('APPIMAGE', running);
  const updater = new Updater(null, app);
  const executor = new NodeExecutor();
  // It asks for the announcement of its own system, whatever system these tests run on.
  const createProviderRuntimeOptions = () => ({ isUseMultipleRangeRequest: true, platform: platformOf(updater), executor });
  Object.assign(updater, { httpExecutor: executor, createProviderRuntimeOptions });
  return updater;
}

function platformOf(updater: AppUpdater): NodeJS.Platform {
  if (updater instanceof NsisUpdater) return 'win32';
  return updater instanceof MacUpdater ? 'darwin' : 'linux';
}

type UpdaterOf<T extends AppUpdater> = new (options: null, app: AppAdapter) => T;

/** What the updaters ask Electron for. */
export function standInApp(folder: string): AppAdapter {
  return {
    version: '1.0.0',
    name: 'intray',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
}

class NodeExecutor extends HttpExecutor<ClientRequest> {
  override createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    return request(options, callback);
  }

  /** As Electron's does. */
  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const requestOptions = { headers: options.headers ?? {} };
      configureRequestUrl(url, requestOptions);
      configureRequestOptions(requestOptions);
      const callback = (error: Error | null): void => (error instanceof Error ? reject(error) : resolve(destination));
      this.doDownload(requestOptions, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}
