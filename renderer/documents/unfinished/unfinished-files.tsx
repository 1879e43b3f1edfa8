import { useMutation } from '@tanstack/react-query';
import { Cloud, Hourglass } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { type AsItIs, type CloudFetch, type InCloudOnly, maySendAsItIs, type UnfinishedFile } from '#shared/domain/folder/unfinished.ts';
import { causeOfUnreadable } from '#shared/domain/folder/unreadable.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { PlainButton } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { Age } from '../../parts/age.tsx';
import { ToldBox } from '../../parts/told-box.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import styles from './unfinished-files.module.css';
import { CompanyTile, companyWords } from '../../parts/company-name.tsx';
import { TypeIcon } from '../../parts/type-icon.tsx';

/** More rows would push the list out of a small window. */
const ROWS_MAX = 3;

type Props = { readonly overview: Overview; readonly now: WallMs };
type Row = { readonly file: UnfinishedFile; readonly folder: Folder };
type Told = { readonly name: string; readonly became: AsItIs | 'gone' | 'failed' } | { readonly fetched: number };

/** Files in the folders that are not documents yet, for a user who is waiting for a scan. */
export function UnfinishedFiles({ overview, now }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  const { rows, more } = rowsOf(overview);
  const cloudRows = cloudRowsOf(overview);
  const [told, tell] = useState<Told | null>(null);
  const { send, isSending } = useSending(tell);
  const { fetch, isFetching } = useFetching(tell);
  const close = useRef<HTMLButtonElement>(null);
  useNextFocus(close, told);
  if (rows.length === 0 && cloudRows.length === 0 && told === null) return null;
  const isCloud = cloudRows.length > 0 || rows.some(({ file }) => file.fetch !== undefined);
  return (
    <section className={styles['unfinished']} aria-labelledby={titleId}>
      <p className={styles['head']}>
        <Hourglass size={15} aria-hidden />
        <span id={titleId} className={styles['title']}>
          {t(isCloud ? 'unfinished.title.cloud' : 'unfinished.title')}
        </span>
        <span>{t(isCloud ? 'unfinished.text.cloud' : 'unfinished.text')}</span>
      </p>
      {told !== null && (
        <ToldBox
          key={'fetched' in told ? told.fetched : `${told.name} ${told.became}`}
          closeRef={close}
          isKept={'became' in told && told.became !== 'taken'}
          onForget={() => tell(null)}
        >
          {'fetched' in told
            ? t('unfinished.told.fetch', { count: told.fetched })
            : t(`unfinished.told.${told.became}`, { name: told.name })}
        </ToldBox>
      )}
      <ul className={styles['rows']}>
        {rows.map((row) => (
          <FileRow
            key={`${row.folder.id}/${row.file.path}`}
            {...{ row, overview, now }}
            isSending={isSending(row)}
            onSend={() => send(row)}
          />
        ))}
        {cloudRows.map((row) => (
          <InCloudRow key={row.folder.id} {...{ row, overview }} isFetching={isFetching(row)} onFetch={() => fetch(row)} />
        ))}
      </ul>
      {more > 0 && <p className={styles['more']}>{t('unfinished.more', { count: more })}</p>}
    </section>
  );
}

type RowProps = Props & { readonly row: Row; readonly isSending: boolean; readonly onSend: () => void };

function FileRow({ row: { file, folder }, overview, now, isSending, onSend }: RowProps) {
  const { t, bytes } = useI18n();
  return (
    <li className={classNames(styles['row'], file.fetch !== undefined && styles['wrapping'])}>
      <p className={styles['name']} title={file.name}>
        <bdi>{file.name}</bdi>
      </p>
      <RowFacts folder={folder} overview={overview}>
        <span>{bytes(file.bytes)}</span>
        <Age at={file.since} now={now} />
      </RowFacts>
      {file.fetch !== undefined && (
        <p className={styles[file.fetch.kind === 'failed' ? 'not-fetched' : 'fetch']}>{fetchWords(file.fetch, t)}</p>
      )}
      {maySendAsItIs(file, now) && (
        <PlainButton size="small" isPending={isSending} aria-label={`${t('unfinished.send')} – ${file.name}`} onPress={onSend}>
          {t('unfinished.send')}
        </PlainButton>
      )}
    </li>
  );
}

/** The files of all folders, in the engine's order: sendable ones first, then the one being fetched, then by age. */
function rowsOf({ unfinished = [], folders }: Overview): { readonly rows: readonly Row[]; readonly more: number } {
  const rows = unfinished.flatMap(({ folderId, files }) => {
    const folder = folders.find(({ id }) => id === folderId);
    return folder === undefined ? [] : files.map((file) => ({ file, folder }));
  });
  const sorted = rows.toSorted((one, other) => rankOf(one.file) - rankOf(other.file) || one.file.since - other.file.since);
  const beyond = unfinished.reduce((sum, { more }) => sum + more, 0);
  return { rows: sorted.slice(0, ROWS_MAX), more: beyond + Math.max(0, rows.length - ROWS_MAX) };
}

function rankOf({ isSendable, fetch }: UnfinishedFile): number {
  if (isSendable) return 0;
  return fetch?.kind === 'fetching' ? 1 : 2;
}

function fetchWords(fetch: CloudFetch, t: I18n['t']): string {
  if (fetch.kind !== 'failed') return t(`unfinished.fetch.${fetch.kind}`);
  return t(`unfinished.fetch.failed.${causeOfUnreadable(fetch.code)}`, { code: fetch.code });
}

type Tell = (told: Told | null) => void;

function useFetching(tell: Tell) {
  const { queries } = useEngine();
  const fetching = useMutation(queries.folders.fetchFromCloud.mutationOptions());
  const fetch = ({ folder }: CloudRow): void => {
    tell(null);
    fetching.mutate(
      { folderId: folder.id },
      {
        onSuccess: (done) => tell(done.ok ? { fetched: done.value.files } : { name: '', became: 'failed' }),
        onError: () => tell({ name: '', became: 'failed' }),
      },
    );
  };
  const isFetching = ({ folder }: CloudRow): boolean => fetching.isPending && fetching.variables.folderId === folder.id;
  return { fetch, isFetching };
}

function useSending(tell: Tell) {
  const { queries } = useEngine();
  const sending = useMutation(queries.folders.sendAsItIs.mutationOptions());
  const send = ({ file: { path, name }, folder }: Row): void => {
    tell(null);
    sending.mutate(
      { folderId: folder.id, path },
      {
        onSuccess: (sent) => tell({ name, became: sent.ok ? sent.value.became : 'gone' }),
        onError: () => tell({ name, became: 'failed' }),
      },
    );
  };
  const isSending = ({ file, folder }: Row): boolean =>
    sending.isPending && sending.variables.path === file.path && sending.variables.folderId === folder.id;
  return { send, isSending };
}

/** The pressed button vanishes with its row, so the focus moves to the outcome, unless the user has moved elsewhere meanwhile. */
function useNextFocus(close: RefObject<HTMLButtonElement | null>, told: Told | null): void {
  useEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest('section') === close.current?.closest('section');
    if (told !== null && isHere) close.current?.focus();
  }, [close, told]);
}

type CloudRow = { readonly folder: Folder; readonly inCloud: InCloudOnly };

type InCloudRowProps = { readonly row: CloudRow; readonly overview: Overview; readonly isFetching: boolean; readonly onFetch: () => void };

/** Counts the files of one folder that are fetched only on request, and those that only the cloud's own program can fetch. */
function InCloudRow({ row: { folder, inCloud }, overview, isFetching, onFetch }: InCloudRowProps) {
  const { t } = useI18n();
  const { files, stubs } = inCloud;
  return (
    <li className={styles['row']}>
      <Cloud size={15} aria-hidden className={styles['cloud']} />
      <div className={styles['counts']}>
        {files > 0 && (
          <p>
            <strong className={styles['count']}>{t('unfinished.in-cloud', { count: files })}</strong> {t('unfinished.in-cloud.text')}
          </p>
        )}
        {stubs > 0 && <p>{t('unfinished.stubs', { count: stubs })}</p>}
      </div>
      <RowFacts folder={folder} overview={overview} />
      {files > 0 && (
        <PlainButton
          size="small"
          isPending={isFetching}
          aria-label={`${t('unfinished.in-cloud.do')} – ${t('unfinished.in-cloud', { count: files })}`}
          onPress={onFetch}
        >
          {t('unfinished.in-cloud.do')}
        </PlainButton>
      )}
    </li>
  );
}

/** The folders that have any such files. */
function cloudRowsOf({ unfinished = [], folders }: Overview): readonly CloudRow[] {
  return unfinished.flatMap(({ folderId, inCloud }) => {
    const folder = folders.find(({ id }) => id === folderId);
    return folder === undefined || inCloud === undefined || inCloud.files + inCloud.stubs === 0 ? [] : [{ folder, inCloud }];
  });
}

/** A row's facts: type and company of its folder, then its own. */
function RowFacts({ folder, overview, children }: { folder: Folder; overview: Overview; children?: ReactNode }) {
  const { t } = useI18n();
  const company = overview.companies.find(({ id }) => id === folder.companyId);
  return (
    <p className={styles['facts']}>
      <span className={styles['type']}>
        <TypeIcon type={folder.importType} />
        {t(`import-type.${folder.importType}`)}
      </span>
      {company !== undefined && (
        <span className={styles['company']}>
          <CompanyTile company={company} />
          <bdi className={styles['company-name']}>{companyWords(company, t)}</bdi>
        </span>
      )}
      {children}
    </p>
  );
}
