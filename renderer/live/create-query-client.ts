import { QueryClient } from '@tanstack/react-query';

/** The slow look that finds what every doorbell missed. */
const SWEEP_MS = 30_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The engine is on this computer: a browser that believes to be offline can ask it all the same.
      queries: { networkMode: 'always', retry: false, refetchInterval: SWEEP_MS, refetchIntervalInBackground: false, staleTime: 0 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
