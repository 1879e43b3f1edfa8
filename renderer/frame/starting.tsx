import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';

/** Since the page began to load. An answer usually comes sooner: words shown until then would only flicker. */
const SILENT_MS = 1_000;

/** Before the first answer: the window's shape, which is in index.html, and after a moment what is going on. */
export function Starting() {
  const { t } = useI18n();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, SILENT_MS - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  // The region is there before its words, so that they are read.
  return <output className="skeleton-words">{isLong && t('frame.starting')}</output>;
}
