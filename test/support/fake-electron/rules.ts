import { EventEmitter } from 'node:events';

/** A destroyed Electron object still accepts listeners, and says that it is destroyed; everything else throws. */
const STILL_THERE = new Set(['constructor', 'isDestroyed', 'destroy']);

/** From now on the methods of `object`, and the named members, throw as Electron's do. */
export function markDestroyed(object: object, members: readonly string[] = []): void {
  for (const name of methodsOf(object)) Object.defineProperty(object, name, { value: refuse, configurable: true });
  for (const name of members) Object.defineProperty(object, name, { get: refuse, configurable: true });
}

function refuse(): never {
  throw new TypeError('Object has been destroyed');
}

function methodsOf(object: object): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at: unknown = object; typeof at === 'object' && at !== null && at !== EventEmitter.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && !STILL_THERE.has(name)) found.add(name);
  return found;
}

/** From Chromium's list of network errors. */
const NUMBERS = { ERR_FAILED: -2, ERR_ABORTED: -3, ERR_UNEXPECTED: -9, ERR_INVALID_URL: -300 } as const;

export type LoadErrorCode = keyof typeof NUMBERS;

/** The error with which `loadURL` rejects. */
export function loadError(code: LoadErrorCode, url: string): Error & { readonly code: LoadErrorCode; readonly errno: number } {
  const errno = NUMBERS[code];
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url });
}

/** An event that its listeners may prevent, as in Electron. */
type Preventable = { defaultPrevented: boolean; preventDefault(): void };

function preventable<T extends object>(details?: T): T & Preventable {
  const event = {
    ...(details as T),
    defaultPrevented: false,
    preventDefault(): void {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** Emits the event; whether one of the listeners prevented it. */
export function isPrevented(deps: { emit(name: string, event: unknown): unknown }, name: string, details?: object): boolean {
  const event = preventable(details);
  deps.emit(name, event);
  return event.defaultPrevented;
}
