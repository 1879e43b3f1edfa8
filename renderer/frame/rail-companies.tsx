import { useQueries } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import { needsOfCompany, waitsInCompany } from './needs-of-company.ts';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { CompanyTile } from '../parts/company-tile.tsx';
import { usePlace } from './place.ts';
import { RailCount } from './rail-count.tsx';
import { RailLink } from './rail-link.tsx';
import styles from './rail.module.css';

/** As many as have room in a window of ordinary height. */
const SHOWN_MAX = 8;

/** The companies as filters of the documents, each with the number of things in it that need the person. One company needs no filter. */
export function RailCompanies({ overview }: { readonly overview: Overview }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const here = usePlace();
  const { companies } = overview;
  const shown = companies.length < 2 ? [] : companies.slice(0, SHOWN_MAX);
  const counts = useQueries({ queries: shown.map(({ id }) => queries.items.counts.queryOptions({ input: waitsInCompany(id) })) });
  if (shown.length === 0) return null;
  const chosen = here.kind === 'documents' ? here.companyId : undefined;
  return (
    <div className={styles['companies']}>
      <p className={styles['heading']} id="rail-companies">
        {t('frame.of-company')}
      </p>
      <ul className={styles['places']} aria-labelledby="rail-companies">
        {shown.map((company, at) => (
          <li key={company.id}>
            <RailLink
              to={{ kind: 'documents', itemId: null, companyId: company.id }}
              name={company.name}
              icon={<CompanyTile company={company} />}
              current={company.id === chosen && 'page'}
            >
              <RailCount count={needsOfCompany(company.id, overview, counts[at]?.data)} />
            </RailLink>
          </li>
        ))}
        {companies.length > shown.length && (
          <li>
            <RailLink to={{ kind: 'companies' }} name={t('frame.every-company')} icon={<Ellipsis size={18} aria-hidden />} />
          </li>
        )}
      </ul>
    </div>
  );
}
