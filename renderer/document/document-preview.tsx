import { lazy, Suspense } from 'react';
import { mayAllowEntries } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { EntriesButton } from '../entries/open-entries.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { whyUnshown } from '../preview/showable.ts';
import { NoPreview, PreviewToCome } from '../preview/no-preview.tsx';
import look from '#shared/ui/panel.module.css';

/** Loaded only when the first document is opened. */
const SmallPreview = lazy(() => import('../preview/small-preview.tsx'));

export function DocumentPreview({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  // While somebody is asked about its lines, the question leads to them.
  if (item.importType === 'entries' && mayAllowEntries(item)) return null;
  const why = item.parts === undefined ? whyUnshown(item) : null;
  const lines = linesOf(item);
  return (
    <section>
      <h3 className={look['heading']}>{t('preview.title')}</h3>
      {lines !== null && <EntriesButton item={item} words={lines} size="small" />}
      {lines !== null && !isBesideScan(item) ? null : !isKept(item) ? (
        <p>{t('joining.not-kept')}</p>
      ) : why === null ? (
        <Suspense fallback={<PreviewToCome />}>
          <SmallPreview item={item} made={item.parts === undefined ? undefined : item.conversion} />
        </Suspense>
      ) : (
        <NoPreview why={why} />
      )}
    </section>
  );
}

/** Whether the bytes of a document may be on this computer: what was joined has no file of its own, and its copy is kept until it has arrived. */
export function isKept({ parts, conversion, state: { kind } }: Item): boolean {
  return parts === undefined || (conversion !== undefined && (kind === 'waiting' || kind === 'uploading' || kind === 'held'));
}

/** What its lines, or those beside it, are looked at for; null for a document of which none can be read, or whose question leads to them. */
function linesOf(item: Item): 'look' | 'errors' | null {
  const { entries, state } = item;
  if (state.kind === 'unfit' && state.problem.kind === 'entries') return 'errors';
  if (item.pair?.kind === 'file') return linesOfFile(item.pair);
  return entries !== undefined && !mayAllowEntries(item) ? 'look' : null;
}

function linesOfFile({ as }: Extract<Item['pair'], { kind: 'file' }>): 'look' | 'errors' | null {
  if (!('problem' in as)) return 'look';
  return as.problem.kind === 'entries' ? 'errors' : null;
}

function isBesideScan({ importType, entries }: Item): boolean {
  return importType !== 'entries' && entries !== undefined;
}
