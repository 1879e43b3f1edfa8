/**
 * Two hundred computers behind one address, each with the four questions that a device may have waiting where a proxy lets no stream through; with
 * streams it is two for each, one of them a line that broke and was not noticed yet. A stream takes some 20 KB: the address of a stranger who has
 * proved something gets at most 16 MB and a twenty-fifth of the streams of a node.
 */
export const HELD_PER_ADDRESS = 800;

export type Held = {
  /** One more is held open under this key; returns what ends that, or null when there are as many as may be. */
  take(key: string): (() => void) | null;
};

/** How much is held open under each key. */
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
