/** Many rings are one at once, and one more after the pause when more came. */
export function coalesced(pauseMs: number, ring: () => void): { readonly ring: () => void; readonly stop: () => void } {
  let pause: NodeJS.Timeout | null = null;
  let again = false;
  let stopped = false;
  const rest = (): void => {
    pause = setTimeout(() => {
      pause = null;
      if (!again) return;
      again = false;
      ring();
      rest();
    }, pauseMs);
  };
  return {
    ring: () => {
      if (stopped) return;
      if (pause !== null) {
        again = true;
        return;
      }
      ring();
      rest();
    },
    stop: () => {
      stopped = true;
      if (pause !== null) clearTimeout(pause);
    },
  };
}
