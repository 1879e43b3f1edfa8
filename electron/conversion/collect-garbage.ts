/**
 * Frees at once what nothing refers to any more. By itself, V8 waits for a moment of its own choice, and a codec that is no longer in use may hold
 * as much memory as the next one needs. Does nothing in a process that was started without `--expose-gc`.
 */
export function collectGarbage(): void {
  globalThis.gc?.();
}
