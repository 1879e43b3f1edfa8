/** A doorbell's answer: looks now, or once more after the look that is under way. Never two looks at a time, never a queue. */
export function coalesced(look: () => Promise<void>): () => void {
  let state: 'idle' | 'looking' | 'rung-again' = 'idle';
  const run = async (): Promise<void> => {
    do {
      state = 'looking';
      await look();
    } while (wasRung());
    state = 'idle';
  };
  const wasRung = (): boolean => state === 'rung-again';
  return () => {
    if (state === 'idle') void run();
    else state = 'rung-again';
  };
}
