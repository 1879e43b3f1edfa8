import { writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { configureRequestOptions, configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';
import { type AppUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter';
import { vi } from 'vitest';
import { KeptAppImageUpdater } from '#electron/desktop/updates/kept-app-image-updater.ts';
import { PersonalNsisUpdater } from '#electron/desktop/updates/personal-nsis-updater.ts';

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

export type UpdaterOf<T extends AppUpdater> = new (options: null, app: AppAdapter) => T;

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
