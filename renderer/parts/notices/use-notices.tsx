import { createContext, type ReactNode, use, useState } from 'react';
import { type Notice, Notices } from './notices.ts';

const NoticesContext = createContext<Notices | null>(null);

/** One place for the whole window, so that a notice outlives the page or dialog whose action it tells of. */
export function NoticesProvider({ children }: { readonly children: ReactNode }) {
  const [notices] = useState(() => new Notices());
  return <NoticesContext value={notices}>{children}</NoticesContext>;
}

export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('outside of the notices');
  return notices;
}

/** Tells the person what has become of an action. */
export function useTell(): (notice: Notice) => void {
  return useNotices().tell;
}
