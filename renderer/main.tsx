// oxlint-disable-next-line import/no-unassigned-import
import '#shared/ui/tokens.css';
// oxlint-disable-next-line import/no-unassigned-import
import '#shared/ui/base.css';
// oxlint-disable-next-line import/no-unassigned-import
import './frame/skeleton.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { languageOf } from '#shared/i18n/language.ts';
import { IntrayWindow } from './frame/intray-window.tsx';
import { followAddress, loadPage } from './frame/place.ts';
import { createEngine, EngineContext } from './link/engine.ts';
import { hasToken, openLink, signIn } from './link/open-link.ts';
import { createQueryClient, hearChanges, lookAgain } from './live/hear-changes.ts';
import { LinkWatch } from './live/link-state.ts';
import { loadTexts } from './i18n/i18n.tsx';

const root = document.getElementById('root');
if (root !== null) void start(root);

// A new address pasted into this tab changes only the fragment; its token is exchanged only when the page loads.
window.addEventListener('hashchange', () => {
  if (hasToken()) window.location.reload();
});

async function start(element: HTMLElement): Promise<void> {
  const link = openLink();
  // Load the rest of the first page during the sign-in; the user's language is usually that of the browser.
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
