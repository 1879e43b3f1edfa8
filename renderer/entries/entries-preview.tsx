import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import { mayAllowEntries, mayBookTwice } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import { companyWords, everyCompany } from '../parts/company-name.tsx';
import { EntriesChecks } from './entries-checks.tsx';
import { BookedTwiceNote, EntriesFooter, SentNote } from './entries-footer.tsx';
import styles from './entries-preview.module.css';
import { EntriesTable } from './entries-table.tsx';
import type { EntryBook } from './entry-book.ts';
import { type Chosen, runsWith, runsWithout, Selected } from './entry-choice.ts';
import { EntryRows, type Jump, type Shows } from './entry-rows.ts';
import { sumsInWords } from './line-in-words.ts';
import { type Reading, useEntries } from './use-entries.ts';

type Props = {
  readonly itemId: ItemId;
  /** As it would be sent once more by the corrected columns of its folder. */
  readonly isAnew: boolean;
  readonly overview: Overview;
  /** `isAnswered`: its lines are being sent. */
  readonly onClose: (isAnswered?: boolean) => void;
};

/**
 * A file of entries line by line, as it would be sent, with what it comes to and what speaks against it: to agree to it, or only to look at it.
 * Over the whole window; Escape closes it, and the focus returns.
 */
export function EntriesPreview({ itemId, isAnew, overview, onClose }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const detail = useQuery(queries.items.get.queryOptions({ input: { itemId } })).data;
  const item = detail?.ok === true ? detail.value.item : null;
  const folderId = detail?.ok === true ? (detail.value.folderId ?? null) : null;
  const { reading, again } = useEntries(itemId, item, isAnew ? mappingNow(overview, folderId) : null);
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(styles['veil'])}>
      <Modal className={classNames(styles['modal'])}>
        <Dialog
          className={classNames(styles['dialog'])}
          aria-label={t('entries-preview.title', { name: item === null ? '' : fileName(item) })}
        >
          <Head item={item} overview={overview} onClose={onClose}>
            {reading.kind === 'read' && <Facts head={reading.head} book={reading.book} />}
          </Head>
          {item !== null && reading.kind === 'read' ? (
            <Body {...{ item, folderId, isAnew }} head={reading.head} book={reading.book} onAgain={again} onSent={() => onClose(true)} />
          ) : (
            <Waiting {...{ reading, isAnew }} onAgain={again} />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Of the file that has the lines, also where they go with a scan. */
function fileName({ name, pair }: Item): string {
  return pair?.kind === 'with' ? pair.name : name;
}

/** The hash of a folder's mapping as it is now; the lines are read once more when another one is made meanwhile. */
function mappingNow({ folders }: Overview, folderId: FolderId | null): string {
  return folders.find(({ id }) => id === folderId)?.entries.mapping?.sha256 ?? '';
}

type HeadProps = Pick<Props, 'overview' | 'onClose'> & { readonly item: Item | null; readonly children: ReactNode };

function Head({ item, overview, onClose, children }: HeadProps) {
  const { t } = useI18n();
  const company = everyCompany(overview).find(({ id }) => id === item?.companyId) ?? null;
  return (
    <header className={styles['head']}>
      <Heading slot="title" level={2} className={classNames(styles['title'])}>
        <bdi>{item === null ? t('common.loading') : fileName(item)}</bdi>
        {company !== null && (
          <span className={styles['company']}>
            {' '}
            – <bdi>{companyWords(company, t)}</bdi>
          </span>
        )}
      </Heading>
      <Button look="icon" size="small" aria-label={t('common.close')} onPress={() => onClose()}>
        <X size={18} aria-hidden />
      </Button>
      {children}
    </header>
  );
}

const FORMATS = { json: 'JSON', csv: 'CSV', xlsx: 'Excel', fec: 'FEC', ximport: 'XIMPORT', quadra: 'Quadra' } as const;
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  cp1252: 'Windows-1252',
  'iso-8859-15': 'ISO-8859-15',
  cp850: 'CP850',
  macroman: 'Mac Roman',
};

/** What was read, and what all of it comes to. */
function Facts({ head: { format, encoding, lines: count }, book }: { readonly head: EntriesPreviewHead; readonly book: EntryBook }) {
  const i18n = useI18n();
  const { debit, credit } = useMemo(() => new Selected(book, EVERYTHING, []).totals.all, [book]);
  const facts = [
    FORMATS[format],
    ...(encoding === null ? [] : [encodingWords(encoding, i18n)]),
    ...sumsInWords({ count, debit, credit, currency: book.currency }, i18n),
  ];
  return (
    <ul className={styles['facts']}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

const EVERYTHING: Chosen = { withoutJournals: new Set(), withoutLines: [] };

function encodingWords({ name, guessed }: NonNullable<EntriesPreviewHead['encoding']>, { t }: I18n): string {
  return t(guessed ? 'entries-preview.encoding.guessed' : 'entries-preview.encoding', { name: ENCODINGS[name] ?? name });
}

type WaitingProps = Pick<Props, 'isAnew'> & { readonly reading: Reading; readonly onAgain: () => void };

function Waiting({ reading, isAnew, onAgain }: WaitingProps) {
  const { t, number } = useI18n();
  if (reading.kind === 'fault') {
    const isOver = reading.fault === 'not-found';
    return (
      <div className={styles['waiting']}>
        <Note
          tone="warn"
          spoken="alert"
          title={t('entries-preview.fault')}
          actions={!isOver && <Button onPress={onAgain}>{t('entries-preview.again')}</Button>}
        >
          {isAnew && reading.fault === 'damaged' ? t('entries-preview.anew.misfit') : t(`preview.none.${reading.fault}`)}
        </Note>
      </div>
    );
  }
  const { read, lines } = reading.kind === 'reading' ? reading : { read: 0, lines: null };
  return (
    <div className={styles['waiting']}>
      <p>{lines === null ? t('common.loading') : t('entries-preview.reading', { read: number(read), lines: number(lines) })}</p>
      {lines !== null && <progress aria-label={t('entries-preview.progress')} value={read} max={Math.max(1, lines)} />}
    </div>
  );
}

type BodyProps = Pick<Props, 'isAnew'> & {
  readonly item: Item;
  readonly folderId: FolderId | null;
  readonly head: EntriesPreviewHead;
  readonly book: EntryBook;
  readonly onAgain: () => void;
  readonly onSent: () => void;
};

function Body({ item, folderId, isAnew, head, book, onAgain, onSent }: BodyProps) {
  const isTwice = isAnew && mayBookTwice(item);
  const isAsked = (mayAllowEntries(item) || isTwice) && head.errors.count === 0;
  const [withoutJournals, setWithoutJournals] = useState<ReadonlySet<string>>(() => new Set(head.choice.withoutJournals));
  const rows = useMemo(() => new EntryRows(book, head), [book, head]);
  // What was sent before is left out until a user says that it is meant.
  const chosen = useMemo((): Chosen => {
    if (head.errors.count > 0) return EVERYTHING;
    const { withoutLines } = head.choice;
    return { withoutJournals, withoutLines: isAsked ? runsWith(withoutLines, head.repeated) : withoutLines };
  }, [head, withoutJournals, isAsked]);
  const withAll = useMemo((): Chosen => ({ ...chosen, withoutLines: runsWithout(chosen.withoutLines, head.repeated) }), [chosen, head]);
  const selected = useMemo(() => new Selected(book, chosen, head.repeated), [book, chosen, head]);
  const [jump, setJump] = useState<Jump>({ remark: null, turn: 0 });
  const onRemark = (remark: number) => setJump(({ turn }) => ({ remark, turn: turn + 1 }));
  const [shows, setShows] = useState<Shows>('all');
  const shared = { head, book, rows, selected, onRemark };
  const of = { itemId: item.id, folderId };
  return (
    <>
      <div className={styles['body']}>
        <div className={styles['checks']}>
          {!isAsked && <SentNote item={item} head={head} book={book} selected={selected} />}
          {isAsked && isTwice && <BookedTwiceNote item={item} />}
          <EntriesChecks {...shared} {...of} chosen={chosen} isAsked={isAsked} onJournals={setWithoutJournals} onShow={setShows} />
        </div>
        <EntriesTable {...shared} jump={jump} shows={shows} onShows={setShows} />
      </div>
      {isAsked && <EntriesFooter {...{ item, isTwice, head, book, chosen, withAll, selected, onAgain, onSent }} />}
    </>
  );
}
