import type { LinkState } from '../live/link-state.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';

/** Says that the window has lost its program, so that nothing it shows can be relied on. */
export function LinkBanner({ state }: { readonly state: LinkState }) {
  const { t } = useI18n();
  const reload = (
    <Button size="small" onPress={() => window.location.reload()}>
      {t('link.reload')}
    </Button>
  );
  switch (state) {
    case 'connecting':
    case 'up':
      return null;
    case 'down':
      return (
        <Note tone="busy" spoken="status" title={t('link.down.title')}>
          {t('link.down.text')}
        </Note>
      );
    case 'closed':
      return (
        <Note tone="bad" spoken="alert" title={t('link.down.title')} actions={reload}>
          {t('link.closed.text')}
        </Note>
      );
    case 'signed-out':
      return (
        <Note tone="bad" spoken="alert" title={t('link.sign-in.title')}>
          {t('link.sign-in.text')}
        </Note>
      );
    default:
      return unreachable(state);
  }
}
