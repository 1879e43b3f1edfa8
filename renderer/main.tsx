// oxlint-disable-next-line import/no-unassigned-import
import '#shared/ui/tokens.css';
// oxlint-disable-next-line import/no-unassigned-import
import '#shared/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { languageOf } from '#shared/i18n/language.ts';
import { IntrayWindow } from './frame/intray-window.tsx';
import { loadPage } from './frame/pages.ts';
import { followAddress } from './frame/place.ts';
import { createEngine, EngineContext } from './link/engine.ts';
import { openLink } from './link/open-link.ts';
import { hasToken, signIn } from './link/sign-in.ts';
import { createQueryClient } from './live/create-query-client.ts';
import { hearChanges } from './live/hear-changes.ts';
import { LinkWatch } from './live/link-state.ts';
import { lookAgain } from './live/look-again.ts';
import { loadTexts } from './i18n/texts.ts';

// Before the first message is checked: zod would compile its checks with `new Function`, which our policy forbids.
z.config({ jitless: true });

const root = document.getElementById('root');
if (root !== null) void start(root);

// A new address pasted into this page changes its fragment alone; the token in it has to be exchanged at a start.
window.addEventListener('hashchange', () => {
  if (hasToken()) window.location.reload();
});

async function start(element: HTMLElement): Promise<void> {
  const link = openLink();
  // The rest of the first page comes while the person is signed in; mostly they speak what their browser speaks.
  const isRead = Promise.all([loadTexts(languageOf('system', navigator.language)), followAddress(loadPage)]);
  if (window.intrayPort === undefined) await signIn();
  const engine = createEngine(link);
  const queryClient = createQueryClient();
  const watch = new LinkWatch();
  link.onClosed(() => watch.set('closed'));
  link.onSignedOut(() => watch.set('signed-out'));
  const look = () => lookAgain(queryClient);
  void hearChanges({ client: engine.client, watch, look, signal: new AbortController().signal });
  await isRead;
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <EngineContext value={engine}>
          <IntrayWindow watch={watch} />
        </EngineContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}
