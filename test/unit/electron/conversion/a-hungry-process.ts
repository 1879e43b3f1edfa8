import process from 'node:process';
import { watchMemory } from '#electron/conversion/process/memory-watch.ts';

// Never gives the event loop back, so that it can say nothing itself.
watchMemory();
process.on('message', () => {
  const eaten: Uint8Array[] = [];
  for (;;) if (eaten.length < 80) eaten.push(new Uint8Array(16 * 1_048_576).fill(1));
});
