import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './settings.module.css';

/** Long enough to read or hear it. */
const SHOWN_MS = 3_000;

/** Shows "Saved" for a moment. The element always exists, so that nothing moves and screen readers announce its change. */
export function SavedMark({ savedAt }: { readonly savedAt: number }) {
  const { t } = useI18n();
  const [seen, setSeen] = useState(savedAt);
  const isShown = savedAt !== seen;
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setSeen(savedAt), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown, savedAt]);
  return (
    <output className={styles['saved']}>
      {isShown && (
        <>
          <Check size={16} aria-hidden />
          {t('common.saved')}
        </>
      )}
    </output>
  );
}
