import { useMutation } from '@tanstack/react-query';
import { Hourglass, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder.ts';
import { type AsItIs, maySendAsItIs, type UnfinishedFile } from '#shared/domain/unfinished.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { PlainButton } from '#shared/look/parts/plain-button.tsx';
import { useEngine } from '../link/engine.ts';
import { Age } from '../parts/age.tsx';
import { ColourDot, companyWords } from '../parts/company-name.tsx';
import { useSpeech } from '../speech/speech.tsx';
import styles from './unfinished-files.module.css';

/** More would push the list itself out of a small window. */
const ROWS_MAX = 3;

type Props = { readonly overview: Overview; readonly now: WallMs };
type Row = { readonly file: UnfinishedFile; readonly folder: Folder };
type Told = { readonly name: string; readonly became: AsItIs | 'gone' | 'failed' };

/** What lies in the folders and is no document yet: whoever waits for a scan looks here. */
export function UnfinishedFiles({ overview, now }: Props) {
  const { t } = useSpeech();
  const titleId = useId();
  const { rows, more } = rowsOf(overview);
  const { told, forget, send, isSending } = useSending();
  const close = useRef<HTMLButtonElement>(null);
  useNextFocus(close, told);
  if (rows.length === 0 && told === null) return null;
  return (
    <section className={styles['unfinished']} aria-labelledby={titleId}>
      <p className={styles['head']}>
        <Hourglass size={15} aria-hidden />
        <span id={titleId} className={styles['title']}>
          {t('unfinished.title')}
        </span>
        <span>{t('unfinished.text')}</span>
      </p>
      {told !== null && (
        <div className={styles['told']}>
          <output>{t(`unfinished.told.${told.became}`, { name: told.name })}</output>
          <PlainButton ref={close} look="icon" size="small" aria-label={t('common.close')} onPress={forget}>
            <X size={15} aria-hidden />
          </PlainButton>
        </div>
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
      </ul>
      {more > 0 && <p className={styles['more']}>{t('unfinished.more', { count: more })}</p>}
    </section>
  );
}

type RowProps = Props & { readonly row: Row; readonly isSending: boolean; readonly onSend: () => void };

function FileRow({ row: { file, folder }, overview, now, isSending, onSend }: RowProps) {
  const { t, bytes } = useSpeech();
  const company = overview.companies.find(({ id }) => id === folder.companyId);
  return (
    <li className={styles['row']}>
      <p className={styles['name']} title={file.name}>
        <bdi>{file.name}</bdi>
      </p>
      <p className={styles['facts']}>
        <span>{t(`type.${folder.importType}`)}</span>
        {company !== undefined && (
          <span className={styles['company']}>
            <ColourDot colour={company.colour} />
            <bdi className={styles['company-name']}>{companyWords(company, t)}</bdi>
          </span>
        )}
        <span>{bytes(file.bytes)}</span>
        <Age at={file.since} now={now} />
      </p>
      {maySendAsItIs(file, now) && (
        <PlainButton size="small" isPending={isSending} aria-label={`${t('unfinished.send')} – ${file.name}`} onPress={onSend}>
          {t('unfinished.send')}
        </PlainButton>
      )}
    </li>
  );
}

/** Of all folders, in the engine's order: those that can be sent first, then by age. */
function rowsOf({ unfinished = [], folders }: Overview): { readonly rows: readonly Row[]; readonly more: number } {
  const rows = unfinished.flatMap(({ folderId, files }) => {
    const folder = folders.find(({ id }) => id === folderId);
    return folder === undefined ? [] : files.map((file) => ({ file, folder }));
  });
  const sorted = rows.toSorted(
    (one, other) => Number(other.file.isSendable) - Number(one.file.isSendable) || one.file.since - other.file.since,
  );
  const beyond = unfinished.reduce((sum, { more }) => sum + more, 0);
  return { rows: sorted.slice(0, ROWS_MAX), more: beyond + Math.max(0, rows.length - ROWS_MAX) };
}

function useSending() {
  const { queries } = useEngine();
  const [told, tell] = useState<Told | null>(null);
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
  return { told, forget: () => tell(null), send, isSending };
}

/** The button that was pressed goes with its row: the focus goes on at what came of it, unless the person went elsewhere meanwhile. */
function useNextFocus(close: RefObject<HTMLButtonElement | null>, told: Told | null): void {
  useEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest('section') === close.current?.closest('section');
    if (told !== null && isHere) close.current?.focus();
  }, [close, told]);
}
