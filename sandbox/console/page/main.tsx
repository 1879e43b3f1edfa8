// oxlint-disable-next-line import/no-unassigned-import
import '#shared/ui/tokens.css';
// oxlint-disable-next-line import/no-unassigned-import
import '#shared/ui/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { ConsolePage } from './console-page.tsx';
import { LanguageProvider } from './i18n.tsx';

// Before the first schema is used: zod would compile its checks with `new Function`, which our policy forbids.
z.config({ jitless: true });

/** The sandbox runs on this computer and answers from memory, so polling is as good as being told. */
const LOOK_MS = 1_000;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, refetchInterval: LOOK_MS, refetchIntervalInBackground: false, staleTime: 0 },
    mutations: { networkMode: 'always', retry: false, onSettled: () => void queryClient.invalidateQueries() },
  },
});

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <ConsolePage />
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
