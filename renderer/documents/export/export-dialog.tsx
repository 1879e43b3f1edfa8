import { useEffect, useRef, useState } from 'react';
import type { Chosen } from '#shared/app-api/list/item-filter.ts';
import { REGISTER_FORMATS, type RegisterStep } from '#shared/app-api/list/register.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { type EngineClient, useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import styles from './export-dialog.module.css';

type Props = {
  readonly chosen: Chosen;
  readonly count: number;
  readonly hasDisk: boolean;
  readonly onClose: () => void;
  /** Begins by itself, in the format that was chosen last. */
  readonly isAtOnce?: boolean;
};

type Standing =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly rows: number }
  | { readonly kind: 'failed'; readonly code: string };

/** As long as the window is open. */
let lastFormat: (typeof REGISTER_FORMATS)[number] = 'csv';

/** Exports the deposit register of the documents shown or marked. Closing the dialog meanwhile cancels the export and leaves nothing behind. */
export function ExportDialog({ chosen, count, hasDisk, onClose, isAtOnce = false }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const { client } = useEngine();
  const [format, setFormat] = useState(lastFormat);
  const [standing, setStanding] = useState<Standing>({ kind: 'asking' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const begin = () => {
    const stop = new AbortController();
    running.current = stop;
    lastFormat = format;
    setStanding({ kind: 'running', done: 0, total: count });
    const asked = { chosen, format, into: hasDisk ? ('file' as const) : ('parts' as const), language: i18n.language, ...hereOf(i18n) };
    void exported(client, { asked, name: `${t('register.file')}.${format}`, tell: setStanding, signal: stop.signal });
  };
  const first = useRef(begin);
  useEffect(() => {
    if (isAtOnce) first.current();
  }, [isAtOnce]);
  const isRunning = standing.kind === 'running';
  return (
    <DialogBox title={t('register.export.title')} onClose={onClose}>
      <p>{t('register.export.text', { count })}</p>
      {!isRunning && standing.kind !== 'done' && (
        <Choice
          label={t('register.format')}
          options={REGISTER_FORMATS.map((value) => ({ value, label: t(`register.format.${value}`) }))}
          value={format}
          onChange={setFormat}
        />
      )}
      {isRunning && <Progress {...standing} />}
      {standing.kind === 'done' && <output>{t('register.done', { count: standing.rows })}</output>}
      {standing.kind === 'failed' && <p role="alert">{t('register.failed', { code: standing.code })}</p>}
      <DialogActions>
        <Button onPress={onClose}>{t(standing.kind === 'done' ? 'common.close' : 'common.cancel')}</Button>
        {standing.kind !== 'done' && (
          <Button look="primary" isPending={isRunning} onPress={begin}>
            {t('register.do')}
          </Button>
        )}
      </DialogActions>
    </DialogBox>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  const { t } = useI18n();
  const words = t('register.progress', { done, all: total });
  return (
    <div className={styles['progress']}>
      <progress aria-label={words} value={done} max={Math.max(1, total)} />
      <p>{words}</p>
    </div>
  );
}

function hereOf({ language }: I18n): { readonly locale: string; readonly timeZone: string } {
  const here = Intl.DateTimeFormat().resolvedOptions();
  return { locale: here.locale.startsWith(language) ? here.locale : language, timeZone: here.timeZone };
}

type Export = {
  readonly asked: Parameters<EngineClient['register']['make']>[0];
  readonly name: string;
  readonly tell: (standing: Standing) => void;
  readonly signal: AbortSignal;
};

async function exported(client: EngineClient, { asked, name, tell, signal }: Export): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const step of await client.register.make(asked, { signal })) {
      if (signal.aborted) return;
      if (step.kind === 'part') parts.push(Uint8Array.from(atob(step.base64), (letter) => letter.charCodeAt(0)));
      else tell(standingOf(step));
      if (step.kind === 'done' && asked.into === 'parts') keep(new Blob(parts, { type: MEDIA_TYPES[asked.format] }), name);
    }
  } catch {
    // Cancelled, or the engine became unreachable: either way nothing was saved.
    if (!signal.aborted) tell({ kind: 'failed', code: 'LINK' });
  }
}

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', pdf: 'application/pdf' } as const;

function standingOf(step: Exclude<RegisterStep, { kind: 'part' }>): Standing {
  if (step.kind === 'progress') return { kind: 'running', done: step.done, total: step.total };
  if (step.kind === 'done') return { kind: 'done', rows: step.rows };
  return step.code === null ? { kind: 'asking' } : { kind: 'failed', code: step.code };
}

/** How long the browser may take to start reading the download. */
const READ_WITHIN_MS = 60_000;

function keep(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
