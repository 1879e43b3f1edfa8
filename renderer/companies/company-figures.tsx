import { useQuery } from '@tanstack/react-query';
import type { Company } from '#shared/domain/company.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { useQueue } from '../connect/use-queue.ts';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { monthOf } from '../parts/month-of.ts';
import styles from './companies.module.css';

/** Documents accepted and refused this month, and documents waiting to be sent. */
export function CompanyFigures({ company, now }: { readonly company: Company; readonly now: WallMs }) {
  const { t, number } = useI18n();
  const { queries } = useEngine();
  const { from, before } = monthOf(now, 0);
  const { data } = useQuery(queries.companies.months.queryOptions({ input: { from, before } }));
  const queue = useQueue(company.id);
  const counts = data?.months.find(({ companyId }) => companyId === company.id) ?? { accepted: null, refused: null };
  const shown = [
    { label: t('companies.figures.accepted'), value: counts.accepted },
    { label: t('companies.figures.refused'), value: counts.refused },
    { label: t('companies.figures.queue'), value: queue },
  ];
  return (
    <dl className={styles['figures']}>
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null ? '–' : number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
