import { useState } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { ConnectStep } from './connect-step.tsx';
import { FirstRunPage } from './first-run-page.tsx';
import { FirstScanStep } from './first-scan-step.tsx';
import { FolderStep } from './folder-step.tsx';

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
