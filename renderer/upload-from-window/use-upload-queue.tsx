import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { useEngine } from '../link/engine.ts';
import { type UploadQueueState, UploadQueue } from './upload-queue.ts';

const UploadQueueContext = createContext<UploadQueue | null>(null);

/** One queue for the whole window, so that copying continues while the user looks at another page. */
export function UploadQueueProvider({ children }: { readonly children: ReactNode }) {
  const { client } = useEngine();
  const queue = useMemo(() => new UploadQueue(client), [client]);
  return <UploadQueueContext value={queue}>{children}</UploadQueueContext>;
}

export function useUploadQueue(): UploadQueue {
  const queue = use(UploadQueueContext);
  if (queue === null) throw new Error('outside of the queue context');
  return queue;
}

export function useUploadQueueState(): UploadQueueState {
  const queue = useUploadQueue();
  return useSyncExternalStore(queue.subscribe, queue.current);
}
