import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { type Engine, useEngine } from '../link/engine.ts';
import { userEmailOf } from '#shared/domain/company.ts';
import { type UploadQueueState, UploadQueue } from './upload-queue.ts';

const UploadQueueContext = createContext<UploadQueue | null>(null);

/** One queue for the whole window, so that copying continues while the user looks at another page. */
export function UploadQueueProvider({ children }: { readonly children: ReactNode }) {
  const { client, browsers } = useEngine();
  const queue = useMemo(() => new UploadQueue(client, () => ownAddress(browsers)), [client, browsers]);
  return <UploadQueueContext value={queue}>{children}</UploadQueueContext>;
}

/** The address that the user gave in this tab (C52); undefined if it cannot be sent, and in the desktop app, whose user is the profile's. */
async function ownAddress(browsers: Engine['browsers']): Promise<string | undefined> {
  const signedIn = await browsers?.list.call().catch(() => null);
  const text = signedIn?.browsers.find(({ own }) => own)?.userEmail ?? '';
  return userEmailOf(text).kind === 'sendable' ? text : undefined;
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
