import { Check } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { FirstScanStep } from './first-scan-step.tsx';
import { FolderStep } from './folder-step.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { ConnectForm } from '../connect/connect-form.tsx';
import { headOf, InvitationSteps, takesFocus } from '../invitation/invitation-steps.tsx';
import { QUESTION_ID, useArrived, useInvitation } from '../invitation/use-invitation.ts';
import { useHeadingFocus } from '../parts/heading-focus.ts';
import { MoreAbout } from '../parts/more-about.tsx';
import { InstallationForm } from '../settings/installation/installation-form.tsx';
import { isSetUp } from '../settings/installation/read-installation.ts';
import styles from './first-run.module.css';

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
  const { t } = useI18n();
  const [isChosen, setChosen] = useState(false);
  if (company !== null && isChosen) {
    return (
      <FirstRunPage at="first-scan" kind="first-scan" title={t('first-run.first-scan')} text={t('first-run.first-scan.text')}>
        <FirstScanStep
          company={company}
          overview={overview}
          isTest={settings.service?.test === true}
          onBack={() => setChosen(false)}
          onDone={onDone}
        />
      </FirstRunPage>
    );
  }
  if (company !== null) {
    return (
      <FirstRunPage at="folders" kind="folders" title={t('first-run.folders')} text={t('first-run.folders.text')}>
        <FolderStep company={company} folders={folders} onNext={() => setChosen(true)} />
      </FirstRunPage>
    );
  }
  return <ConnectStep settings={settings} overview={overview} onConnected={onConnected} />;
}

type ConnectStepProps = { readonly settings: Settings; readonly overview: Overview; readonly onConnected: (companyId: CompanyId) => void };

/** The first company: by an invitation, or by hand where this installation knows its servers; whoever looks after it can name them. */
function ConnectStep({ settings, overview, onConnected }: ConnectStepProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [byHand, setByHand] = useState(false);
  const invitation = useInvitation(({ id }) => onConnected(id));
  useArrived(invitation);
  const { stage } = invitation;
  if (byHand && stage.kind === 'closed') {
    return (
      <FirstRunPage at="connect" kind="by-hand" takesFocus title={t('first-run.connect')} text={t('first-run.connect.text')}>
        <ConnectForm
          companies={overview.companies}
          onConnected={({ id }) => onConnected(id)}
          beside={<Button onPress={() => setByHand(false)}>{t('invitation.by-file')}</Button>}
        />
      </FirstRunPage>
    );
  }
  return (
    <FirstRunPage at="connect" kind={stage.kind} takesFocus={takesFocus(stage)} {...headOf(stage, i18n)}>
      <InvitationSteps invitation={invitation} companies={overview.companies} />
      {stage.kind === 'closed' && (
        <div className={styles['else']}>
          {isSetUp(settings) && (
            <Button look="quiet" onPress={() => setByHand(true)}>
              {t('invitation.by-hand')}
            </Button>
          )}
          <MoreAbout label={t('invitation.advanced')}>
            <p>{t('invitation.advanced.text')}</p>
            <InstallationForm onSaved={() => setByHand(true)} />
          </MoreAbout>
        </div>
      )}
    </FirstRunPage>
  );
}

type PageProps = {
  readonly at: Step;
  /** What is asked now: another one is announced by its heading. */
  readonly kind: string;
  readonly title: string;
  readonly text: string | null;
  /** It has a field to be filled in first, which takes the focus. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
};

/** One step of the first run, with the way to the others. */
function FirstRunPage({ at, kind, title, text, takesFocus: hasField = false, children }: PageProps) {
  const { t } = useI18n();
  const progress = t('first-run.at', { step: STEPS.indexOf(at) + 1, steps: STEPS.length, name: t(`first-run.step.${at}`) });
  const progressId = useId();
  const card = useHeadingFocus({ what: kind, takesFocus: hasField, isFirst: at === STEPS[0] });
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
          <h2 id={QUESTION_ID} className={styles['title']} aria-describedby={progressId}>
            {title}
          </h2>
          <p id={progressId} className="off-screen">
            {progress}
          </p>
          {text !== null && <p className={styles['text']}>{text}</p>}
        </div>
        {children}
      </section>
    </main>
  );
}

const STEPS = ['connect', 'folders', 'first-scan'] as const;
type Step = (typeof STEPS)[number];

/** The current step and those still to come. */
function StepList({ at }: { readonly at: Step }) {
  const { t, number } = useI18n();
  const here = STEPS.indexOf(at);
  return (
    <ol className={styles['steps']} aria-label={t('first-run.steps')}>
      {STEPS.map((step, index) => (
        <li key={step} className={styles['step']} data-done={index < here} {...(index === here ? { 'aria-current': 'step' as const } : {})}>
          <span className={styles['number']} aria-hidden>
            {index < here ? <Check size={15} strokeWidth={3} /> : number(index + 1)}
          </span>
          <span>{t(`first-run.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
