/**
 * Two hundred computers behind one address, each with the four waiting requests that a device may have where a proxy lets no stream through; with
 * streams it is two for each, one of them a broken connection that was not noticed yet. A stream takes some 20 KB: a stranger who has
 * proved something gets, from one address, at most 16 MB and a twenty-fifth of a node's streams.
 */
export const HELD_PER_ADDRESS = 800;

export type Held = {
  /** Holds one more open under this key. Returns a function that ends it, or null if the limit is reached. */
  take(key: string): (() => void) | null;
};

/** Counts what is held open under each key. */
export function heldUpTo(most: number): Held {
  const counts = new Map<string, number>();
  return {
    take(key) {
      const before = counts.get(key) ?? 0;
      if (before >= most) return null;
      counts.set(key, before + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}
