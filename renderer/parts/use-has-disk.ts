import { useQuery } from '@tanstack/react-query';
import { useEngine } from '../link/engine.ts';

/** Whether files can be shown and saved on this computer: only in the desktop app. */
export function useHasDisk(): boolean {
  const { queries } = useEngine();
  return useQuery(queries.info.queryOptions()).data?.host === 'electron';
}
