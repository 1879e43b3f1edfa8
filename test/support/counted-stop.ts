import { StopSource } from '#shared/async/stop-source.ts';

/** A stop that outlives its listeners: a listener that is never removed would accumulate there. */
export class CountedStop extends StopSource {
  /** Current listeners; below zero if one was removed twice. */
  listeners = 0;

  override addEventListener(type: 'abort', listener: () => void): void {
    this.listeners += 1;
    super.addEventListener(type, listener);
  }

  override removeEventListener(type: 'abort', listener: () => void): void {
    this.listeners -= 1;
    super.removeEventListener(type, listener);
  }
}
