import { useState } from 'react';
import type { CompanyId } from '#shared/domain/ids.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { everyCompany } from '../companies/every-company.ts';
import { DocumentsPage } from '../documents/documents-page.tsx';
import { FirstRun } from '../first-run/first-run.tsx';
import { type LinkWatch, useLinkState } from '../live/link-state.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { SpeechProvider } from '../speech/speech.tsx';
import { DiskBanner } from './disk-banner.tsx';
import { FrameBar } from './frame-bar.tsx';
import styles from '#shared/look/frame.module.css';
import { LinkBanner } from './link-banner.tsx';
import { goTo, usePlace } from './place.ts';
import { RecoveryBanner } from './recovery-banner.tsx';
import { type Look, useLook, useLookNow, useTheme } from './use-look.ts';
import { VaultBanner } from './vault-banner.tsx';

/** The whole window. Before the first answer only trouble is shown, in the browser's language. */
export function IntrayWindow({ watch }: { readonly watch: LinkWatch }) {
  const look = useLook();
  const link = useLinkState(watch);
  // The headless host may run on another machine than the person's, in another language; the browser is the person's.
  const locale = look?.info.host === 'electron' ? look.info.locale : navigator.language;
  return (
    <SpeechProvider language={languageOf(look?.settings.language ?? 'system', locale)} locale={locale}>
      <div className={styles['frame']}>
        <header>
          {look !== null && <FrameBar />}
          <div className={styles['banners']}>
            <LinkBanner state={link} />
            {look !== null && <VaultBanner vault={look.overview.vault} />}
            {look !== null && <DiskBanner disk={look.overview.disk} />}
            {look !== null && <RecoveryBanner recovery={look.overview.recovery} />}
          </div>
        </header>
        {look !== null && <Content look={look} />}
      </div>
    </SpeechProvider>
  );
}

function Content({ look }: { readonly look: Look }) {
  const { settings, info, overview } = look;
  const place = usePlace();
  const now = useLookNow(look);
  const [connected, setConnected] = useState<CompanyId | null>(null);
  useTheme(settings.theme);
  if (place.kind === 'settings') return <SettingsPage settings={settings} info={info} />;
  if (everyCompany(overview).length === 0 || connected !== null) {
    const done = () => {
      setConnected(null);
      goTo({ kind: 'documents', itemId: null });
    };
    return <FirstRun settings={settings} overview={overview} connected={connected} onConnected={setConnected} onDone={done} />;
  }
  return <DocumentsPage overview={overview} chosen={place.itemId} now={now} />;
}
