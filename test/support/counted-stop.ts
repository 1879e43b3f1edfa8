import { StopSource } from '#shared/async/stop-source.ts';

/** A stop that outlives what listens to it: whatever forgets to let go of it would pile up there. */
export class CountedStop extends StopSource {
  /** Who listens now; below zero where somebody let go twice. */
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
