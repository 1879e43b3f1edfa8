import { useQuery } from '@tanstack/react-query';
import type { Company } from '#shared/domain/company.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { useQueue } from '../connect/use-queue.ts';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './companies.module.css';

/** Documents accepted and refused this month, and documents waiting to be sent. */
export function CompanyFigures({ company, now }: { readonly company: Company; readonly now: WallMs }) {
  const { t, number } = useI18n();
  const { queries } = useEngine();
  const since = monthBegan(now);
  const figures = useQuery(queries.companies.figures.queryOptions({ input: { companyId: company.id, since } })).data;
  const queue = useQueue(company.id);
  const counts = figures?.ok === true ? figures.value : { accepted: null, refused: null };
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

/** Start of the month in the viewer's time zone. */
function monthBegan(now: WallMs): WallMs {
  const date = new Date(now);
  return wallMs(new Date(date.getFullYear(), date.getMonth(), 1).getTime());
}
