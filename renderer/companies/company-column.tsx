import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { ConnectDialog } from '../connect/connect-dialog.tsx';
import { Button } from '#shared/look/parts/button.tsx';
import { useSpeech } from '../speech/speech.tsx';
import styles from './companies.module.css';
import { CompanyCard } from './company-card.tsx';
import { RelayLine } from './relay-line.tsx';

export function CompanyColumn({ overview, now }: { readonly overview: Overview; readonly now: WallMs }) {
  const { t } = useSpeech();
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles['column']} aria-label={t('companies.title')}>
      <h2 className="off-screen">{t('companies.title')}</h2>
      {overview.companies.map((company) => (
        <CompanyCard
          key={company.id}
          company={company}
          folders={overview.folders.filter(({ companyId }) => companyId === company.id)}
          now={now}
        />
      ))}
      <div>
        <Button look="quiet" size="small" onPress={() => setAdding(true)}>
          <Plus size={16} aria-hidden />
          {t('companies.add')}
        </Button>
      </div>
      <RelayLine relay={overview.relay} answers={overview.answers} now={now} />
      {adding && <ConnectDialog overview={overview} onClose={() => setAdding(false)} />}
    </section>
  );
}
