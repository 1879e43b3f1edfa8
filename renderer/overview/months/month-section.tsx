import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { monthName, monthOf } from '../../parts/month-of.ts';
import { AnswersLine } from '../connection-lines.tsx';
import page from '../overview-page.module.css';
import { MonthRow } from './month-row.tsx';
import styles from './month-row.module.css';
import { useMonths } from './use-months.ts';

/** A month for each company: what became of its documents, its register, and below it how the company is connected. */
export function MonthSection({ overview, now }: { readonly overview: Overview; readonly now: WallMs }) {
  const { t, language } = useI18n();
  const [later, setLater] = useState(0);
  const month = monthOf(now, later);
  const figures = useMonths(month);
  const name = (at: number) => monthName(monthOf(now, at), now, language);
  const { companies } = overview;
  const title = t(companies.length === 1 ? 'months.title-one' : 'months.title', { month: name(later) });
  return (
    <section className={page['section']} aria-label={title}>
      <div className={page['above']}>
        <h2 className={page['title']}>{title}</h2>
        <Turn {...{ later, name, onTurn: setLater }} />
      </div>
      <ul className={page['card']}>
        {companies.map((company) => (
          <MonthRow
            key={company.id}
            company={company}
            figures={figures.find(({ companyId }) => companyId === company.id)}
            month={month}
            name={name(later)}
            overview={overview}
            now={now}
          />
        ))}
        <AnswersLine relay={overview.relay} now={now} />
      </ul>
    </section>
  );
}

type TurnProps = { readonly later: number; readonly name: (later: number) => string; readonly onTurn: (later: number) => void };

/** To the month before, and back up to the current one. */
function Turn({ later, name, onTurn }: TurnProps) {
  const { t } = useI18n();
  return (
    <div className={styles['turn']}>
      <Button look="quiet" size="small" aria-label={t('months.earlier', { month: name(later - 1) })} onPress={() => onTurn(later - 1)}>
        <ChevronLeft size={16} aria-hidden />
        {name(later - 1)}
      </Button>
      {later < 0 && (
        <Button look="quiet" size="small" aria-label={t('months.later', { month: name(later + 1) })} onPress={() => onTurn(later + 1)}>
          {name(later + 1)}
          <ChevronRight size={16} aria-hidden />
        </Button>
      )}
    </div>
  );
}
