import { QueryClient } from '@tanstack/react-query';

/** Interval of the slow sweep, which finds changes that every doorbell missed. */
const SWEEP_MS = 30_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The engine is on this computer, so it is asked even if the browser believes it is offline.
      queries: { networkMode: 'always', retry: false, refetchInterval: SWEEP_MS, refetchIntervalInBackground: false, staleTime: 0 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
