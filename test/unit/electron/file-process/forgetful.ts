import { endWithParent, onAsked } from '#electron/platform/parent-process.ts';

// A bug that rejects where nobody waits. Listening to its parent alone keeps this process.
endWithParent();
onAsked(() => void Promise.reject(new Error('nobody waits for this')));
