import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from 'react-aria-components';
import type { Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { everyCompany } from '../parts/company-name.tsx';
import { DocumentPanel } from '../document/document-panel.tsx';
import { goTo, type PageAddress } from '../frame/place.ts';
import { AddFilesButton } from '../upload-from-window/add-files-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useHasDisk } from '../link/engine.ts';
import { type Calendar, dateOf, datesFromAddress, datesInAddress } from './dates/dates.ts';
import { DocumentList } from './document-list.tsx';
import styles from './documents-page.module.css';
import { ListBar } from './list-bar.tsx';
import { askedOf, EVERYTHING, isNarrowed, type ListFilter } from './list-filter.ts';
import { chosenOf, countMarked, NOTHING, type Selection } from './selection/selection.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { UnfinishedFiles } from './unfinished/unfinished-files.tsx';
import { type Asking, type ListActions, useListActions } from './selection/use-list-actions.ts';
import { Download } from 'lucide-react';
import type { Chosen } from '#shared/app-api/list/item-filter.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import type { MessageKey } from '#shared/i18n/en.ts';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';

type Props = {
  readonly overview: Overview;
  /** What the address names: the open document, the states and days that are shown, the order. */
  readonly place: DocumentsPlace;
  readonly now: WallMs;
};

type DocumentsPlace = Extract<PageAddress, { kind: 'documents' }>;

export function DocumentsPage(props: Props) {
  const { overview, now } = props;
  const chosen = props.place.itemId;
  const { t } = useI18n();
  useWayBack(chosen);
  return (
    <main className={styles['page']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('documents.title')}</h1>
        <AddFilesButton overview={overview} size="small" />
      </div>
      <div className={classNames(styles['columns'], chosen !== null && styles['with-panel'])}>
        <ListColumn {...props} />
        {chosen !== null && <DocumentPanel itemId={chosen} overview={overview} now={now} />}
      </div>
    </main>
  );
}

/** The filters and the list below them. Marks apply only to the list in view, so another list starts with nothing marked. */
function ListColumn({ overview, place, now }: Props) {
  const { t } = useI18n();
  const column = useRef<HTMLElement>(null);
  const { filter, asked, calendar, narrow } = useFilter(place, now);
  const { sort = 'newest' } = place;
  const key = JSON.stringify(asked);
  const [selection, setSelection] = useMarks(key);
  const [total, setTotal] = useState<number | null>(null);
  const actions = useListActions();
  const hasDisk = useHasDisk();
  const marked = countMarked(selection, total ?? 0);
  const clear = () => narrow(EVERYTHING);
  const companies = everyCompany(overview);
  return (
    <section ref={column} className={styles['documents']} aria-label={t('documents.title')}>
      <ListBar
        {...{ filter, sort, companies, calendar, total }}
        onFilter={narrow}
        onSort={(next) => goTo({ ...place, sort: next === 'newest' ? undefined : next })}
        onClear={clear}
        toList={() => firstRow(column.current)?.focus()}
        more={total !== null && total > 0 && <ExportButton chosen={{ kind: 'filter', filter: asked }} count={total} hasDisk={hasDisk} />}
      />
      {marked > 0 && (
        <SelectionBar
          count={marked}
          chosen={chosenOf(selection, asked)}
          actions={actions}
          canReveal={hasDisk}
          more={<ExportButton chosen={chosenOf(selection, asked)} count={marked} hasDisk={hasDisk} />}
          onClear={() => setSelection(NOTHING)}
        />
      )}
      {mayBeUnfinished(filter) && <UnfinishedFiles overview={overview} now={now} />}
      <div className={styles['list']}>
        <DocumentList
          key={`${sort} ${key}`}
          {...{ filter, asked, sort, companies, now, selection }}
          open={place.itemId}
          onSelection={setSelection}
          onTotal={setTotal}
          onOpen={(itemId) => goTo({ ...place, itemId })}
          onAction={actions.onRow}
          onClear={clear}
        />
      </div>
      <ActionDialog actions={actions} />
    </section>
  );
}

/** Whether unfinished files may be listed: they are not documents yet, so they match neither a search nor a filter by result. */
function mayBeUnfinished(filter: ListFilter): boolean {
  return !isNarrowed(filter) && (filter.show === 'all' || filter.show === 'under-way');
}

/** Marks belong to one list; in any other list nothing is marked. */
function useMarks(key: string): readonly [Selection, (next: Selection) => void] {
  const [marks, setMarks] = useState<{ readonly key: string; readonly selection: Selection }>({ key, selection: NOTHING });
  return [marks.key === key ? marks.selection : NOTHING, (selection) => setMarks({ key, selection })];
}

/** The filters by state, company and date are in the address, so that the window can link to them and going back works; the others belong to this page. */
function useFilter(place: DocumentsPlace, now: WallMs) {
  const { show = 'all', companyId = null, arrival, dates } = place;
  const [rest, setRest] = useState(EVERYTHING);
  const filter = useMemo<ListFilter>(
    () => ({ ...rest, show, companyId, arrival, dates: datesFromAddress(dates) }),
    [rest, show, companyId, arrival, dates],
  );
  const narrow = useCallback(
    (next: ListFilter) => {
      setRest(next);
      goTo({
        ...place,
        show: next.show === 'all' ? undefined : next.show,
        dates: next.dates === null ? undefined : datesInAddress(next.dates),
        companyId: next.companyId ?? undefined,
        arrival: next.arrival,
      });
    },
    [place],
  );
  const calendar = useCalendar(now);
  const asked = useMemo(() => askedOf(filter, calendar), [filter, calendar]);
  return { filter, asked, calendar, narrow };
}

/** Another one only when the day is over. */
function useCalendar(now: WallMs): Calendar {
  const { locale } = useLocale();
  const today = dateOf(now);
  return useMemo(() => ({ today, locale }), [today, locale]);
}

/** When a document is closed, the focus returns to its row, once the list is visible again. */
function useWayBack(chosen: ItemId | null): void {
  const before = useRef(chosen);
  useEffect(() => {
    const closed = before.current;
    before.current = chosen;
    if (closed === null || chosen !== null) return;
    const grid = document.querySelector('main [role=grid]');
    const row = grid?.querySelector(`[data-key="${CSS.escape(closed)}"]`) ?? grid?.querySelector('[role=row][tabindex="0"]');
    if (row instanceof HTMLElement) row.focus();
  }, [chosen]);
}

function firstRow(column: HTMLElement | null): HTMLElement | null {
  const row = column?.querySelector('[role=row][tabindex="0"]');
  return row instanceof HTMLElement ? row : null;
}

type ExportButtonProps = { readonly chosen: Chosen; readonly count: number; readonly hasDisk: boolean };

/** Opens the export of the deposit register for the documents shown or marked. */
function ExportButton(props: ExportButtonProps) {
  const { t } = useI18n();
  // The choice when the dialog was opened: documents that arrive meanwhile are not part of it.
  const [asked, ask] = useState<ExportButtonProps | null>(null);
  return (
    <>
      <Button size="small" onPress={() => ask(props)}>
        <Download size={15} aria-hidden />
        {t('register.export')}
      </Button>
      {asked !== null && <ExportDialog {...asked} onClose={() => ask(null)} />}
    </>
  );
}

const TEXTS = {
  allow: 'bulk-arrival.all.text',
  'send-again': 'list.confirm.send-again.text',
  take: 'list.confirm.take.text',
} as const satisfies Record<Asking['kind'], MessageKey>;
const DO = {
  allow: 'document.send',
  'send-again': 'document.send-again',
  take: 'list.take-accepted',
} as const satisfies Record<Asking['kind'], MessageKey>;

/** Sending cannot be undone, so this explains once more what it means. */
function ActionDialog({ actions }: { readonly actions: ListActions }) {
  const { t } = useI18n();
  const { asking, act, ask, isPending } = actions;
  if (asking === null) return null;
  const { kind, itemIds } = asking;
  return (
    <DialogBox role="alertdialog" title={t(`list.confirm.${kind}`, { count: itemIds.length })} onClose={() => ask(null)}>
      <p>{t(TEXTS[kind])}</p>
      {kind === 'send-again' && <p>{t('document.send-again.same')}</p>}
      <DialogActions>
        <Button onPress={() => ask(null)}>{t('common.cancel')}</Button>
        <Button look="primary" isPending={isPending} onPress={() => act(kind, itemIds)}>
          {t(DO[kind])}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
