import { useMemo, useState } from 'react';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './entries-preview.module.css';
import { Classes, Journals, type JournalsProps, Months, Part } from './entries-sums.tsx';
import { choiceOf, countOf, isSameChoice } from './entry-choice.ts';
import type { EntryRows, Remark, Shows } from './entry-rows.ts';
import { RemarkWords } from './entry-words.tsx';
import { lineInWords } from './line-in-words.ts';
import { MappingButton } from './file-problem.tsx';

type Props = JournalsProps & {
  readonly rows: EntryRows;
  readonly onRemark: (remark: number) => void;
  readonly onShow: (shows: Shows) => void;
  readonly itemId: ItemId;
  /** In which the document lies, and whose mapping can be corrected. */
  readonly folderId: FolderId | null;
};

/** What a bookkeeper looks at before the lines: what speaks against sending them, and what the chosen ones come to. */
export function EntriesChecks(props: Props) {
  const { head, book, rows, selected, chosen, isAsked, onRemark, onShow } = props;
  // The question about them comes before all that they come to.
  const hasOpening = isAsked && head.journals.some(({ opening }) => opening);
  return (
    <>
      {isAsked && <Overlap head={head} onShow={onShow} />}
      {isAsked && <TooLarge head={head} book={book} chosen={chosen} />}
      {hasOpening && <Journals {...props} />}
      <InWords book={book} selected={selected} />
      {rows.remarks.length > 0 && <Remarks head={head} remarks={rows.remarks} onRemark={onRemark} />}
      {!hasOpening && <Journals {...props} />}
      <Classes selected={selected} />
      <Months book={book} selected={selected} />
      <Mapping {...props} />
    </>
  );
}

/** Lines that were sent before are left out until a user says that they are meant. */
function Overlap({ head: { lines, repeated, sentBefore, otherDates }, onShow }: Pick<Props, 'head' | 'onShow'>) {
  const { t } = useI18n();
  const again = countOf(repeated);
  if (again === 0 && otherDates.length === 0) return null;
  return (
    <>
      {again > 0 && (
        <Note tone="warn" title={overlapWords({ sentBefore, lines, fresh: lines - again }, t)}>
          <p>{t('entries-preview.overlap.text')}</p>
          <div className={styles['below']}>
            <Button size="small" onPress={() => onShow('repeated')}>
              {t('entries-preview.overlap.show')}
            </Button>
          </div>
        </Note>
      )}
      {otherDates.length > 0 && (
        <Note tone="warn" title={t('entries-preview.other-dates', { count: otherDates.length })}>
          <p>{t('entries-preview.other-dates.text')}</p>
        </Note>
      )}
    </>
  );
}

/** "3 of these lines were sent before, 4 are in this file: 1 is new." */
function overlapWords(of: { readonly sentBefore: number; readonly lines: number; readonly fresh: number }, t: I18n['t']): string {
  return t('entries-preview.overlap', {
    sent: t('entries-preview.overlap.sent', { count: of.sentBefore }),
    here: t('entries-preview.overlap.here', { count: of.lines }),
    fresh: of.fresh === 0 ? t('entries-preview.overlap.none') : t('entries-preview.overlap.fresh', { count: of.fresh }),
  });
}

/** Said of the lines that were proposed; what another choice comes to, the engine says when it is sent. */
function TooLarge({ head, book, chosen }: Pick<Props, 'head' | 'book' | 'chosen'>) {
  const { t } = useI18n();
  const { tooLarge, choice } = head;
  if (tooLarge === null || !isSameChoice(choice, choiceOf(book, chosen))) return null;
  if ('parts' in tooLarge) {
    return (
      <Note tone="calm" title={t('entries-preview.parts', { count: tooLarge.parts })}>
        {t('entries-preview.parts.text')}
      </Note>
    );
  }
  return (
    <Note tone="bad" title={t('entries-preview.cannot')}>
      {t(`entries-preview.cannot.${tooLarge.cannot}`)}
    </Note>
  );
}

const FIRST_IN_WORDS = 3;

function InWords({ book, selected }: Pick<Props, 'book' | 'selected'>) {
  const i18n = useI18n();
  const words = useMemo(() => {
    const first: number[] = [];
    for (let index = 0; index < book.lines && first.length < FIRST_IN_WORDS; index += 1) if (selected.isSent(index)) first.push(index);
    return first.map((index) => ({ index, sentences: lineInWords(book.line(index).line, i18n) }));
  }, [book, selected, i18n]);
  if (words.length === 0) return null;
  return (
    <Part title={i18n.t('entries-preview.in-words', { count: words.length })}>
      <ol className={styles['words']}>
        {words.map(({ index, sentences }) => (
          <li key={index}>
            <bdi>{sentences.join(' · ')}</bdi>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** More are shown when somebody wants them; the buttons above the table walk through all. */
const REMARKS_AT_ONCE = 50;

function Remarks({ head, remarks, onRemark }: Pick<Props, 'head' | 'onRemark'> & { readonly remarks: readonly Remark[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [shown, setShown] = useState(REMARKS_AT_ONCE);
  const { errors, warnings, otherDates } = head;
  const others = errors.count + warnings.count + otherDates.length - remarks.length;
  return (
    <Part title={t('entries-preview.remarks', { count: errors.count + warnings.count + otherDates.length })}>
      {errors.count > 0 && <p>{t('entries.bad', { count: errors.count })}</p>}
      <ol className={styles['remarks']}>
        {remarks.slice(0, shown).map((remark, at) => (
          // Two remarks can be the same in everything, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <button type="button" className={styles['remark']} onClick={() => onRemark(at)}>
              <RemarkWords remark={remark} />
            </button>
          </li>
        ))}
      </ol>
      {remarks.length > shown && (
        <Button size="small" onPress={() => setShown(shown + REMARKS_AT_ONCE)}>
          {t('entries-preview.remarks.more', { count: Math.min(REMARKS_AT_ONCE, remarks.length - shown) })}
        </Button>
      )}
      {others > 0 && <p>{t('entries-preview.remarks.others', { count: others })}</p>}
    </Part>
  );
}

function Mapping({ head: { mapping }, itemId, folderId }: Pick<Props, 'head' | 'itemId' | 'folderId'>) {
  const { t, number } = useI18n();
  if (mapping === null) return null;
  return (
    <Part title={t('entries-preview.mapping')}>
      <p>{t('entries-preview.mapping.version', { version: number(mapping.version) })}</p>
      {mapping.labelFromAccount && <p>{t('entries-preview.mapping.labels')}</p>}
      {folderId !== null && <MappingButton words="mapping.correct" size="small" {...{ folderId, itemId }} />}
    </Part>
  );
}
