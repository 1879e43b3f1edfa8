import { useState } from 'react';
import { languageOf } from '#shared/i18n/language.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { everyCompany } from '../companies/every-company.ts';
import { DropZone } from '../upload-from-window/drop-zone.tsx';
import { UploadCard } from '../upload-from-window/upload-card.tsx';
import { UploadQueueProvider } from '../upload-from-window/use-upload-queue.tsx';
import { type LinkState, type LinkWatch, useLinkState } from '../live/link-state.ts';
import { OverviewPage } from '../overview/overview-page.tsx';
import { LanguageProvider } from '../i18n/i18n.tsx';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { CompanyLetters } from '../parts/company-tile.tsx';
import { NoticeBar } from '../parts/notices/notice-bar.tsx';
import { NoticesProvider } from '../parts/notices/use-notices.tsx';
import { useReadWhenIdle } from '../later/use-read-when-idle.ts';
import { DiskBanner } from './disk-banner.tsx';
import { LinkBanner } from './link-banner.tsx';
import { MissingBanner } from './missing-banner.tsx';
import { BulkQuestionPage, CompaniesPage, DocumentsPage, FirstRun, InvitationPage, SettingsPage, TypeQuestionPage } from './pages.ts';
import { goTo, hashOf, type PageAddress, usePlace } from './place.ts';
import { Rail } from './rail.tsx';
import { RecoveryBanner } from './recovery-banner.tsx';
import { TroubleBanner } from './trouble-banner.tsx';
import { Starting } from './starting.tsx';
import { type Look, useLook, useLookNow, useTheme } from './use-look.ts';
import { useFocusGoesOn } from './use-focus-goes-on.ts';
import { usePageTurn } from './use-page-turn.ts';
import { VaultBanner } from './vault-banner.tsx';
import column from './window-column.module.css';
import styles from './window-frame.module.css';

/** The whole window. Before the first answer it shows its own shape and link trouble, in the browser's language; once signed out, only that. */
export function IntrayWindow({ watch }: { readonly watch: LinkWatch }) {
  const look = useLook();
  const link = useLinkState(watch);
  // The headless host may run on another machine with another language; the browser is always the person's own.
  const locale = look?.info.host === 'electron' ? look.info.locale : navigator.language;
  return (
    <LanguageProvider
      // The first answer may change the language. A new key drops the old texts, which would be shown until the new ones are loaded.
      key={look === null ? 'before' : 'since'}
      language={languageOf(look?.settings.language ?? 'system', locale)}
      locale={locale}
    >
      {look === null || link === 'signed-out' ? (
        <Before link={link} />
      ) : (
        <NoticesProvider>
          <UploadQueueProvider>
            <CompanyLetters overview={look.overview}>
              <Inside look={look} link={link} />
            </CompanyLetters>
          </UploadQueueProvider>
        </NoticesProvider>
      )}
    </LanguageProvider>
  );
}

/** While nothing is known, the window's shape stands; once it is not to come, only the reason does. */
function Before({ link }: { readonly link: LinkState }) {
  if (link === 'connecting' || link === 'up') return <Starting />;
  return (
    <div className={classNames(styles['frame'], styles['bare'])}>
      <div className={styles['banners']}>
        <LinkBanner state={link} />
      </div>
    </div>
  );
}

function Inside({ look, link }: { readonly look: Look; readonly link: LinkState }) {
  const { settings, overview } = look;
  const now = useLookNow(look);
  const place = usePlace();
  const [chosen, setConnected] = useState<CompanyId | null>(null);
  // What a first run connects may be in the overview before its own answer is here: the first run goes on with it. A company that has folders
  // already was set up elsewhere.
  const [isBegun, setBegun] = useState(everyCompany(overview).length === 0);
  const withoutFolder = overview.companies.find(({ id }) => !overview.folders.some(({ companyId }) => companyId === id));
  const connected = chosen ?? (isBegun ? (withoutFolder?.id ?? null) : null);
  const isFirstRun = everyCompany(overview).length === 0 || connected !== null;
  const isWelcome = isFirstRun && place.kind !== 'settings';
  useTheme(settings.theme);
  usePageTurn(place, isWelcome);
  useFocusGoesOn();
  useReadWhenIdle();
  const done = () => {
    setConnected(null);
    setBegun(false);
    goTo({ kind: 'overview' });
  };
  return (
    <div className={styles['frame']}>
      <Rail overview={overview} link={link} now={now} isFirstRun={isFirstRun} />
      <div className={column['column']}>
        <div className={styles['body']}>
          <header className={styles['banners']}>
            <LinkBanner state={link} />
            {link === 'up' && <MissingBanner />}
            {isWelcome && <VaultBanner vault={overview.vault} />}
            {isWelcome && <DiskBanner disk={overview.disk} />}
            {isWelcome && <RecoveryBanner recovery={overview.recovery} />}
            {!isWelcome && place.kind !== 'overview' && <TroubleBanner overview={overview} />}
          </header>
          {isWelcome ? (
            <FirstRun settings={settings} overview={overview} connected={connected} onConnected={setConnected} onDone={done} />
          ) : (
            <Page place={place} look={look} now={now} />
          )}
        </div>
        <div className={column['below']}>
          <UploadCard />
          <NoticeBar />
        </div>
      </div>
      <DropZone overview={overview} />
    </div>
  );
}

/** Each page has its own `main` and `h1`. */
function Page({ place, look, now }: { readonly place: PageAddress; readonly look: Look; readonly now: WallMs }) {
  const { settings, info, overview } = look;
  switch (place.kind) {
    case 'overview':
      return <OverviewPage overview={overview} now={now} />;
    case 'documents':
      return <DocumentsPage overview={overview} place={place} now={now} />;
    case 'bulk-question':
      return <BulkQuestionPage key={hashOf(place)} overview={overview} arrival={place.arrival} />;
    case 'type-question':
      return <TypeQuestionPage key={hashOf(place)} overview={overview} itemId={place.itemId} />;
    case 'companies':
      return <CompaniesPage overview={overview} chosen={place.companyId ?? null} now={now} />;
    case 'invitation':
      return <InvitationPage overview={overview} />;
    case 'settings':
      return <SettingsPage settings={settings} info={info} overview={overview} section={place.section} now={now} />;
    default:
      return unreachable(place);
  }
}
