import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useMissing } from '../later/missing.ts';
import { useI18n } from '../i18n/i18n.tsx';

/** Says that a page or dialog cannot be shown because its script is missing, usually since a newer version replaced it. */
export function MissingBanner() {
  const { t } = useI18n();
  if (!useMissing()) return null;
  const reload = (
    <Button size="small" onPress={() => window.location.reload()}>
      {t('link.reload')}
    </Button>
  );
  return (
    <Note tone="warn" spoken="alert" title={t('link.missing.title')} actions={reload}>
      {t('link.missing.text')}
    </Note>
  );
}
