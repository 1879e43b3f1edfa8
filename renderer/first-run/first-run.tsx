import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { ConnectForm } from '../connect/connect-form.tsx';
import { focusHeading } from '../parts/focus-heading.ts';
import { MoreAbout } from '../parts/more-about.tsx';
import { InstallationForm } from '../settings/installation/installation-form.tsx';
import { isSetUp } from '../settings/installation/read-installation.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './first-run.module.css';
import { FirstScanStep } from './first-scan-step.tsx';
import { FolderStep } from './folder-step.tsx';
import { type Step, StepList, STEPS } from './step-list.tsx';

type Props = {
  readonly settings: Settings;
  readonly overview: Overview;
  /** The company connected during this first run; its folders and first scan are left to do. */
  readonly connected: CompanyId | null;
  readonly onConnected: (companyId: CompanyId) => void;
  readonly onDone: () => void;
};

/** From nothing to the first scan: sets up the installation if needed, the company and its folders, then waits for a document. */
export function FirstRun({ settings, overview, connected, onConnected, onDone }: Props) {
  const company = overview.companies.find(({ id }) => id === connected) ?? null;
  const folders = overview.folders.filter(({ companyId }) => companyId === connected);
  const [isChosen, setChosen] = useState(false);
  if (company !== null && isChosen) {
    return (
      <Page at="first-scan" kind="first-scan">
        <FirstScanStep
          company={company}
          overview={overview}
          isTest={settings.service?.test === true}
          onBack={() => setChosen(false)}
          onDone={onDone}
        />
      </Page>
    );
  }
  if (company !== null) {
    return (
      <Page at="folders" kind="folders">
        <FolderStep company={company} folders={folders} onNext={() => setChosen(true)} />
      </Page>
    );
  }
  return isSetUp(settings) ? (
    <Page at="connect" kind="connect">
      <ConnectForm companies={overview.companies} onConnected={({ id }) => onConnected(id)} />
    </Page>
  ) : (
    <Page at="connect" kind="installation">
      <Installation />
    </Page>
  );
}

function Installation() {
  const { t } = useI18n();
  return (
    <>
      <MoreAbout label={t('connect.where-installation')}>
        <p>{t('connect.where-installation.text')}</p>
      </MoreAbout>
      <InstallationForm onSaved={() => {}} />
    </>
  );
}

const TITLES = {
  installation: { title: 'first-run.installation', text: 'first-run.installation.text' },
  connect: { title: 'first-run.connect', text: 'first-run.connect.text' },
  folders: { title: 'first-run.folders', text: 'first-run.folders.text' },
  'first-scan': { title: 'first-run.first-scan', text: 'first-run.first-scan.text' },
} as const;

function Page({ at, kind, children }: { readonly at: Step; readonly kind: keyof typeof TITLES; readonly children: ReactNode }) {
  const { t } = useI18n();
  const { title, text } = TITLES[kind];
  const progress = t('first-run.at', { step: STEPS.indexOf(at) + 1, steps: STEPS.length, name: t(`first-run.step.${at}`) });
  const progressId = useId();
  const card = useRef<HTMLElement>(null);
  const shown = useRef(kind);
  useEffect(() => {
    // The first step's first field has the focus from the start.
    if (shown.current !== kind) focusHeading(card.current);
    shown.current = kind;
  }, [kind]);
  return (
    <main className={styles['page']}>
      <header className={styles['welcome']}>
        <img src="/icon.svg" alt="" width={48} height={48} />
        <div>
          <h1>{t('first-run.title')}</h1>
          {at === 'connect' && <p>{t('first-run.text')}</p>}
        </div>
      </header>
      <StepList at={at} />
      <section ref={card} className={styles['card']}>
        <div>
          <h2 className={styles['title']} aria-describedby={progressId}>
            {t(title)}
          </h2>
          <p id={progressId} className="off-screen">
            {progress}
          </p>
          <p className={styles['text']}>{t(text)}</p>
        </div>
        {children}
      </section>
    </main>
  );
}
