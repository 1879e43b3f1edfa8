import type { Registry } from 'prom-client';
import type { World } from '#shared/ports/world.ts';

/** The part of the world that the relay uses; its store is passed separately. */
export type RelayWorld = Pick<World, 'clock' | 'random' | 'http' | 'log'> & {
  /**
   * Resolves when everything that has already arrived was processed, so that one transaction can take all of it. Without
   * it every event is written at once, alone.
   */
  readonly nextTurn?: () => Promise<void>;
  /** Adds the figures of the process (memory, loop, descriptors) to the metrics. */
  readonly watchProcess?: (registry: Registry) => void;
};
