import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#shared/app-api/views.ts';
import { everyCompany } from '../companies/every-company.ts';
import { DocumentMark } from '../document/document-mark.tsx';
import { markOf, stateWords } from '../document/shown-state.ts';
import { hashOf } from '../frame/place.ts';
import { useEngine } from '../link/engine.ts';
import { Age } from '../parts/age.tsx';
import { CompanyName } from '../parts/company-name.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './overview-page.module.css';

/** Just a glance back; the whole list has its own page. */
const LATEST = 5;

/** Says explicitly that nothing needs the person, and shows the latest documents. */
export function QuietState({ overview }: { readonly overview: Overview }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const list = useQuery(queries.items.list.queryOptions({ input: { limit: LATEST } }));
  const items = list.data?.items ?? [];
  const companies = everyCompany(overview);
  return (
    <>
      <section className={styles['quiet']}>
        <p className={styles['nothing']}>{t('needs.none')}</p>
        <p>{t('needs.none.text')}</p>
      </section>
      {items.length > 0 && (
        <section className={styles['section']} aria-label={t('needs.latest')}>
          <h2 className={styles['title']}>{t('needs.latest')}</h2>
          <ul className={styles['card']}>
            {items.map((item) => {
              const company = companies.length > 1 ? companies.find(({ id }) => id === item.companyId) : undefined;
              return (
                <li key={item.id} className={styles['latest']}>
                  <DocumentMark kind={markOf(item, overview.now)} name={item.name} />
                  <a href={hashOf({ kind: 'documents', itemId: item.id })} className={styles['name']}>
                    <bdi>{item.name}</bdi>
                  </a>
                  <span className={styles['facts']}>
                    {company !== undefined && <CompanyName company={company} />}
                    <span>{stateWords(item, i18n)}</span>
                    <Age at={item.stateSince} now={overview.now} />
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}
