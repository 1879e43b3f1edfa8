import { useEffect, useRef, useState } from 'react';
import { languageOf } from '#shared/i18n/language.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { CompanyLetters, everyCompany } from '../parts/company-name.tsx';
import { DropZone } from '../upload-from-window/drop-zone.tsx';
import { UploadQueueProvider, useUploadQueueState } from '../upload-from-window/upload-queue.tsx';
import { OpenedEntries } from '../entries/open-entries.tsx';
import { type LinkState, type LinkWatch, useLinkState } from '../live/link-state.ts';
import { OverviewPage } from '../overview/overview-page.tsx';
import { LanguageProvider, useI18n } from '../i18n/i18n.tsx';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { NoticeBar } from '../parts/notices/notice-bar.tsx';
import { NoticesProvider } from '../parts/notices/use-notices.tsx';
import { later, useMissing, useReadWhenIdle } from '../later/later.tsx';
import { LinkBanner } from './link-banner.tsx';
import {
  BulkQuestionPage,
  CompaniesPage,
  DocumentsPage,
  FirstRun,
  goTo,
  hashOf,
  InvitationPage,
  type PageAddress,
  SettingsPage,
  NoteQuestionPage,
  TypeQuestionPage,
  usePlace,
} from './place.ts';
import { Rail } from './rail.tsx';
import { type Look, useLook, useLookNow, useTheme } from './use-look.ts';
import { useFocusGoesOn } from './use-focus-goes-on.ts';
import column from './window-column.module.css';
import styles from './window-frame.module.css';
import type { Disk } from '#shared/domain/disk.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import type { Overview, VaultView } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { isVaultShut } from '#shared/app-api/secrets.ts';
import { useMutation } from '@tanstack/react-query';
import type { Recovery } from '#shared/domain/connection.ts';
import { useEngine } from '../link/engine.ts';
import { recoveryText } from '../overview/plain-need.tsx';
import { focusHeading } from '../parts/heading-focus.ts';

/** The whole window. Before the first answer it shows its own shape and link trouble, in the browser's language; once signed out, only that. */
export function IntrayWindow({ watch }: { readonly watch: LinkWatch }) {
  const look = useLook();
  const link = useLinkState(watch);
  // The headless host may run on another machine with another language; the browser is always the user's own.
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
          <Uploads />
          <NoticeBar />
        </div>
      </div>
      <DropZone overview={overview} />
      <OpenedEntries overview={overview} />
    </div>
  );
}

const UploadCard = later(async () => (await import('../upload-from-window/add-files-dialog.tsx')).UploadCard);

/** Nothing until files are given: the first page does without the card. */
function Uploads() {
  const { total } = useUploadQueueState();
  return total === 0 ? null : <UploadCard />;
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
    case 'note-question':
      return <NoteQuestionPage key={hashOf(place)} overview={overview} itemId={place.itemId} />;
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

function DiskBanner({ disk }: { readonly disk: Disk }) {
  const { t } = useI18n();
  if (disk.kind === 'good') return null;
  return (
    <Note tone="bad" spoken="alert" title={t(`disk.${disk.fault}.title`)}>
      {t(`disk.${disk.fault}.text`)}
    </Note>
  );
}

function VaultBanner({ vault }: { readonly vault: VaultView }) {
  const { t } = useI18n();
  if (vault === 'open' || vault === 'absent') return null;
  return (
    <Note tone="bad" title={t(`vault.${vault}.title`)}>
      {t(`vault.${vault}.text`)}
    </Note>
  );
}

/** Since the page began to load. An answer usually comes sooner: words shown until then would only flicker. */
const SILENT_MS = 1_000;

/** Before the first answer: the window's shape, which is in index.html, and after a moment what is going on. */
function Starting() {
  const { t } = useI18n();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, SILENT_MS - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  // The region is there before its words, so that they are read.
  return <output className="skeleton-words">{isLong && t('frame.starting')}</output>;
}

/** Says that a page or dialog cannot be shown because its script is missing, usually since a newer version replaced it. */
function MissingBanner() {
  const { t } = useI18n();
  if (!useMissing()) return null;
  const reload = (
    <Button size="small" onPress={() => window.location.reload()}>
      {t('link.reload')}
    </Button>
  );
  return (
    <Note tone="warn" spoken="alert" title={t('link.missing.title')} actions={reload}>
      {t('link.missing.text')}
    </Note>
  );
}

/** Trouble that concerns everything, in one slim line on every page except the overview, which explains it in full. */
function TroubleBanner({ overview: { disk, vault } }: { readonly overview: Overview }) {
  const { t } = useI18n();
  const key = disk.kind === 'bad' ? (`disk.${disk.fault}.title` as const) : isVaultShut(vault) ? (`vault.${vault}.title` as const) : null;
  if (key === null) return null;
  return (
    <Note
      tone="bad"
      title={t(key)}
      actions={
        <a className={styles['more']} href={hashOf({ kind: 'overview' })}>
          {t('needs.to-overview')}
        </a>
      }
    />
  );
}

/** Says what was done about a damaged journal, until the user confirms having read it. */
function RecoveryBanner({ recovery }: { readonly recovery: Recovery | null }) {
  const i18n = useI18n();
  const { queries } = useEngine();
  const seen = useMutation(queries.recovery.seen.mutationOptions());
  if (recovery === null) return null;
  return (
    <Note
      tone="warn"
      title={i18n.t('recovery.title')}
      actions={
        <Button size="small" onPress={() => seen.mutate(undefined)}>
          {i18n.t('recovery.seen')}
        </Button>
      }
    >
      {recoveryText(recovery, i18n)}
    </Note>
  );
}

/**
 * On each change of page, sets the window's title and focuses the page's heading, which screen readers then read. The first run is one page, whatever
 * the address says: an invitation that arrives changes the address, and may have the focus in its field by then.
 */
function usePageTurn(place: PageAddress, isFirstRun: boolean): void {
  const { t } = useI18n();
  const { kind } = place;
  const name = t(`frame.${kind}`);
  // Each question is a page of its own.
  const page = kind === 'bulk-question' || kind === 'type-question' || kind === 'note-question' ? hashOf(place) : kind;
  const shown = useRef({ page, isFirstRun });
  // An opened document, and the field of a note, take the focus themselves.
  const takesFocus = kind === 'note-question' || (kind === 'documents' && place.itemId !== null);
  useEffect(() => {
    document.title = t('frame.page', { place: name });
  }, [t, name]);
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, isFirstRun };
    const isTurned = before.isFirstRun !== isFirstRun || (!isFirstRun && before.page !== page);
    if (isTurned && !takesFocus) focusHeading(document.querySelector('main'));
  }, [page, takesFocus, isFirstRun]);
}
