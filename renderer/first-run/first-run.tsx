import type { ReactNode } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { ConnectForm } from '../connect/connect-form.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { InstallationForm } from '../settings/installation-form.tsx';
import { isSetUp } from '../settings/read-installation.ts';
import styles from './first-run.module.css';
import { FolderStep } from './folder-step.tsx';

type Props = {
  readonly settings: Settings;
  readonly overview: Overview;
  /** The company that was connected in this round; its folders are the last step. */
  readonly connected: CompanyId | null;
  readonly onConnected: (companyId: CompanyId) => void;
  readonly onDone: () => void;
};

type StepKind = 'installation' | 'connect' | 'folders';

/** From nothing to the first scan: this installation where it is not set up yet, the company, its folders. */
export function FirstRun({ settings, overview, connected, onConnected, onDone }: Props) {
  const company = overview.companies.find(({ id }) => id === connected) ?? null;
  const step: StepKind = company !== null ? 'folders' : isSetUp(settings) ? 'connect' : 'installation';
  return (
    <Page step={step}>
      {step === 'installation' && <InstallationForm onSaved={() => {}} />}
      {step === 'connect' && <ConnectForm taken={[]} onConnected={({ id }) => onConnected(id)} />}
      {company !== null && (
        <FolderStep company={company} folders={overview.folders.filter(({ companyId }) => companyId === company.id)} onDone={onDone} />
      )}
    </Page>
  );
}

const STEPS = ['connect', 'folders'] as const;

function Page({ step, children }: { readonly step: StepKind; readonly children: ReactNode }) {
  const { t } = useSpeech();
  const at = STEPS.findIndex((one) => one === step) + 1;
  return (
    <main className={styles['page']}>
      <header className={styles['welcome']}>
        <img src="/icon.svg" alt="" width={56} height={56} />
        <div>
          <h1>{t('welcome.title')}</h1>
          <p>{t('welcome.text')}</p>
        </div>
      </header>
      <section className={styles['card']}>
        <div>
          {at > 0 && <p className={styles['step']}>{t('welcome.step', { step: at, steps: STEPS.length })}</p>}
          <h2 className={styles['title']}>{t(`welcome.${step}`)}</h2>
          <p className={styles['text']}>{t(`welcome.${step}.text`)}</p>
        </div>
        {children}
      </section>
    </main>
  );
}
