import type { SentBeforeGroup } from '#shared/app-api/sent-before.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { shortPath } from '../folders/paths.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { CompanyName } from '../parts/company-name.tsx';
import { NeedEntry } from './need-entry.tsx';
import styles from './need-entry.module.css';
import { LaterAnswers } from './sent-before-later.ts';
import row from './to-do/row.module.css';

type Props = { readonly group: SentBeforeGroup; readonly overview: Overview };

/** Several documents of one folder that are like sent ones in the same way: one answer for all of them. */
export function SentBeforeNeed({ group, overview }: Props) {
  const { t, list } = useI18n();
  const { companyId, path, way, count, names } = group;
  const company = overview.companies.length > 1 ? overview.companies.find(({ id }) => id === companyId) : undefined;
  const more = count - names.length;
  return (
    <NeedEntry
      tone="warn"
      title={t(`sent-before.group.${way}`, { folder: shortPath(path), count })}
      facts={company !== undefined && <CompanyName company={company} />}
      text={
        <div className={styles['asked']}>
          <p>
            <b className={classNames(row['ask'])}>{t('to-do.word.sent-before')}</b>{' '}
            <bdi>{list(more > 0 ? [...names, t('strays.more', { count: more })] : names)}</bdi>
          </p>
          <LaterAnswers group={group} />
        </div>
      }
    />
  );
}
