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
