import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { ConnectDialog } from '../connect/connect-dialog.tsx';
import { FoldersDialog } from '../first-run/folders-dialog.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './companies.module.css';
import { CompanyCard } from './company-card.tsx';
import { RelayLine } from './relay-line.tsx';

type Props = {
  readonly overview: Overview;
  /** The company named by the address. */
  readonly chosen: CompanyId | null;
  readonly now: WallMs;
};

/** Every company with its connection and folders, and how the accountant's answers arrive. */
export function CompaniesPage({ overview, chosen, now }: Props) {
  const { t } = useI18n();
  // `connect` is the first step; the company it created is the second, which sets up its folders.
  const [adding, setAdding] = useState<'connect' | Company | null>(null);
  const { companies, folders } = overview;
  const close = () => setAdding(null);
  return (
    <main className={styles['page']}>
      <header className={styles['page-head']}>
        <h1 className={styles['page-title']}>{t('companies.title')}</h1>
        <Button onPress={() => setAdding('connect')}>
          <Plus size={17} aria-hidden />
          {t('companies.add')}
        </Button>
      </header>
      <section className={styles['cards']} aria-label={t('companies.title')}>
        {companies.map((company) => (
          <CompanyCard
            key={company.id}
            company={company}
            folders={folders.filter(({ companyId }) => companyId === company.id)}
            isChosen={company.id === chosen}
            now={now}
          />
        ))}
      </section>
      <RelayLine relay={overview.relay} answers={overview.answers} now={now} />
      {adding === 'connect' && <ConnectDialog overview={overview} onConnected={setAdding} onClose={close} />}
      {adding !== null && adding !== 'connect' && <FoldersDialog company={adding} folders={folders} onClose={close} />}
    </main>
  );
}
