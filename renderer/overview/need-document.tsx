import type { ReactNode } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import { everyCompany } from '../companies/every-company.ts';
import { explain } from '../document/explain.ts';
import { stateWords } from '../document/shown-state.ts';
import { hashOf } from '../frame/place.ts';
import { Age } from '../parts/age.tsx';
import { CompanyName } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './need-document.module.css';

type Props = { readonly item: Item; readonly overview: Overview; readonly actions?: ReactNode };

/** One waiting document: its name is a link to it; the reason is in the accountant's own words if there are any. */
export function NeedDocument({ item, overview, actions }: Props) {
  const i18n = useI18n();
  const because = explain(item, overview.now, i18n);
  const company = overview.companies.length > 1 ? everyCompany(overview).find(({ id }) => id === item.companyId) : undefined;
  return (
    <li className={styles['document']}>
      <div className={styles['words']}>
        <p className={styles['line']}>
          <a href={hashOf({ kind: 'documents', itemId: item.id })} className={styles['name']}>
            <bdi>{item.name}</bdi>
          </a>
          <span className={styles['facts']}>
            <span className={styles['type']}>
              <TypeIcon type={item.importType} />
              {i18n.t(`import-type.${item.importType}`)}
            </span>
            {company !== undefined && <CompanyName company={company} />}
            <Age at={item.stateSince} now={overview.now} />
            {takenOf(item) !== null && <span className={styles['unproven']}>{stateWords(item, i18n)}</span>}
          </span>
        </p>
        {because !== null && (
          <p className={because.verbatim ? styles['verbatim'] : styles['because']}>
            <bdi>{because.what}</bdi> {item.state.kind !== 'refused' && unprovenOf(item) === null && because.next}
          </p>
        )}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </li>
  );
}
