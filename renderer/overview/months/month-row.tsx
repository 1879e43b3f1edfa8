import { Check, ChevronDown, ChevronRight } from 'lucide-react';
import { isComplete, type MonthFigures } from '#shared/app-api/list/register.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { CompanyName } from '../../parts/company-name.tsx';
import type { Month } from '../../parts/month-of.ts';
import { CompanyLine } from '../connection-lines.tsx';
import { MonthRegister } from './month-register.tsx';
import styles from './month-row.module.css';
import { useUnfolded } from './open-companies.ts';

type Props = {
  readonly company: Company;
  /** Absent until they are known. */
  readonly figures: MonthFigures | undefined;
  readonly month: Month;
  readonly name: string;
  readonly overview: Overview;
  readonly now: WallMs;
};

/** One company's month in figures; unfolded, its connection and folders. */
export function MonthRow({ company, figures, month, name, overview, now }: Props) {
  const { t } = useI18n();
  const [isOpen, turn] = useUnfolded(company.id, overview.companies.length === 1);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className={styles['row']}>
        <Button look="icon" size="small" aria-expanded={isOpen} aria-label={t('months.details', { name: company.name })} onPress={turn}>
          <Icon size={17} aria-hidden />
        </Button>
        <span className={styles['name']}>
          <CompanyName company={company} />
        </span>
        {figures !== undefined && <Figures figures={figures} name={name} />}
        {figures !== undefined && (
          <MonthRegister figures={figures} month={month} label={t('months.register', { month: name, name: company.name })} />
        )}
      </div>
      {isOpen && <CompanyLine company={company} folders={overview.folders.filter(({ companyId }) => companyId === company.id)} now={now} />}
    </li>
  );
}

function Figures({ figures, name }: { readonly figures: MonthFigures; readonly name: string }) {
  const { t } = useI18n();
  const shown = (['accepted', 'refused', 'open'] as const).filter((what) => figures[what] > 0);
  return (
    <ul className={styles['figures']}>
      {shown.map((what) => (
        <li key={what}>{t(`months.${what}`, { count: figures[what] })}</li>
      ))}
      {shown.length === 0 && <li className={styles['quiet']}>{t('months.none')}</li>}
      {isComplete(figures) && (
        <li className={styles['complete']}>
          <Check size={16} aria-hidden />
          {t('months.complete', { month: name })}
        </li>
      )}
    </ul>
  );
}
