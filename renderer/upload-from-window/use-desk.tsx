import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { useEngine } from '../link/engine.ts';
import { type DeskState, HandoverDesk } from './handover-desk.ts';

const DeskContext = createContext<HandoverDesk | null>(null);

/** One for the whole window, so that files go on while the person looks at another page. */
export function DeskProvider({ children }: { readonly children: ReactNode }) {
  const { client } = useEngine();
  const desk = useMemo(() => new HandoverDesk(client), [client]);
  return <DeskContext value={desk}>{children}</DeskContext>;
}

export function useDesk(): HandoverDesk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('outside of the desk context');
  return desk;
}

export function useDeskState(): DeskState {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, desk.current);
}
