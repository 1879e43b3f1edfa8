/**
 * Merges many calls into few runs. A call runs `act` at once; all calls during a run become one more run after it, because the current run may
 * have read before the change. There are never two runs at a time, and no delay. To spread runs over time, use `throttle`.
 */
export function coalesce(act: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        await act();
      }
    } finally {
      isRunning = false;
    }
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
