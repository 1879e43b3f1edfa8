import { writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { configureRequestOptions, configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';
import type { AppUpdater } from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter';
import { vi } from 'vitest';
import { KeptAppImageUpdater } from '#electron/desktop/updates/kept-app-image-updater.ts';

/** A real updater, with Node's HTTP in the place of Electron's; ours of AppImages where no other is asked for. */
export function loopbackUpdater<T extends AppUpdater = KeptAppImageUpdater>(url: string, folder: string, Updater?: UpdaterOf<T>): T {
  const app = standInApp(folder);
  writeFileSync(app.appUpdateConfigPath, `provider: generic\nurl: ${url}\nupdaterCacheDirName: intray-updater\n`);
  const running = join(folder, 'Intray.AppImage');
  writeFileSync(running, 'the app 1.0.0');
  vi.stubEnv('APPIMAGE', running);
  const updater = new (Updater ?? (KeptAppImageUpdater as unknown as UpdaterOf<T>))(null, app);
  Object.assign(updater, { httpExecutor: new NodeExecutor() });
  return updater;
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

  /** As Electron's does it. */
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
