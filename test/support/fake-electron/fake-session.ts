import type * as E from 'electron/main';

type Permission = Parameters<Parameters<E.Session['setPermissionRequestHandler']>[0] & object>[1];

/** Keeps the permission handlers, and can be asked as Chromium asks them; without a handler Electron grants everything. */
export class FakeSession
  implements Pick<E.Session, 'resolveProxy' | 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>
{
  #request: Parameters<E.Session['setPermissionRequestHandler']>[0] = null;
  #check: Parameters<E.Session['setPermissionCheckHandler']>[0] = null;
  #device: Parameters<E.Session['setDevicePermissionHandler']>[0] = null;

  /** What the system's proxy settings or script say; by default a network without a proxy. */
  proxies: (url: string) => Promise<string> = async () => 'DIRECT';

  resolveProxy(url: string): Promise<string> {
    return this.proxies(url);
  }

  setPermissionRequestHandler(handler: Parameters<E.Session['setPermissionRequestHandler']>[0]): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: Parameters<E.Session['setPermissionCheckHandler']>[0]): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: Parameters<E.Session['setDevicePermissionHandler']>[0]): void {
    this.#device = handler;
  }

  /** Asks all three handlers: true if any of them grants the permission. */
  allows(permission: string): boolean {
    let granted = this.#request === null;
    this.#request?.({} as E.WebContents, permission as Permission, (allowed) => (granted = allowed), {} as never);
    const checked = this.#check?.(null, permission as never, '', {} as never) ?? true;
    const device = this.#device?.({ deviceType: 'usb', origin: '', device: {} as never }) ?? true;
    return granted || checked || device;
  }
}
