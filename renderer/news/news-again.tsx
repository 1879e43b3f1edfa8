import { useI18n } from '../i18n/i18n.tsx';
import { MoreAbout } from '../parts/more-about.tsx';
import { NewsLines } from './news-lines.tsx';
import { newsOf } from './news-of.ts';

/** The news of the running version, for whoever wants to read them again. */
export function NewsAgain({ version }: { readonly version: string }) {
  const { t } = useI18n();
  if (newsOf(version).length === 0) return null;
  return (
    <MoreAbout label={t('news.title', { version })}>
      <NewsLines version={version} />
    </MoreAbout>
  );
}
