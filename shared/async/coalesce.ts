/**
 * Makes one run of many calls: a call runs `act` at once, and calls during a run become one more run after it, since that run may have read
 * before whatever has changed. Never two runs at a time, never a queue, never a wait. Where calls are to be spread over time, see `throttle`.
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
