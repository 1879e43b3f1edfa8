import { app, type Event, type Session, type WebContents } from 'electron/main';
import { isAppAddress } from './window/app-scheme.ts';

/** Applies to every page that this app creates: no new windows, no webviews, no navigation to another address. */
export function hardenAllContents(): void {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}

/** No page of ours needs a camera, a location, its own notifications or any other permission. */
export function hardenSession(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', stayHere);
  contents.on('will-navigate', stayHere);
  contents.on('will-redirect', stayHere);
}

function stayHere(event: Event<{ readonly url: string }>): void {
  if (!isAppAddress(event.url)) event.preventDefault();
}
