import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MappingFault, MappingSample, MappingTried } from '#shared/app-api/entries.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { EntryLine } from '#shared/entries/entry-lines.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { type EngineClient, useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';
import { FaultList } from '../file-problem.tsx';
import { lineInWords, sumsInWords } from '../line-in-words.ts';
import { lackingIn } from './choices.ts';
import { ColumnsTable } from './columns-table.tsx';
import { Part } from './fields.tsx';
import styles from './mapping.module.css';
import { DifferenceNote, MappingQuestions } from './mapping-questions.tsx';
import { ReadingChoices } from './reading-choices.tsx';
import { type Editing, useEditing } from './use-editing.ts';
import { dayInWords } from './value-questions.tsx';

type Props = { readonly folderId: FolderId; readonly itemId?: ItemId; readonly onClose: () => void };

/** What the columns of a folder's files mean: on the rows of one of them, with what comes of it while it is chosen. */
export function MappingDialog({ folderId, itemId, onClose }: Props) {
  const { t } = useI18n();
  const { client } = useEngine();
  const [turn, setTurn] = useState(0);
  // Asked once for each turn: what the engine tells meanwhile must not change the rows under a user's hands.
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    let isOver = false;
    const end = (answer: Read['answer']) => !isOver && setRead({ turn, answer });
    client.folders
      .mappingSample(itemId === undefined ? { folderId } : { folderId, itemId })
      .then(end, () => end({ ok: false, failure: 'no-file' }));
    return () => {
      isOver = true;
    };
  }, [client, folderId, itemId, turn]);
  // Read when a key closes it: a state would be a moment behind what was just typed.
  const changedRef = useRef(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => (changedRef.current ? setLeaving(true) : onClose());
  const sample = read?.answer.ok === true ? read.answer.value : null;
  // One dialog from the beginning: the focus returns to where it was before the first.
  return (
    <DialogBox title={sample === null ? t('mapping.folder') : t('mapping.title', { name: sample.name })} isForTable onClose={leave}>
      {sample === null ? (
        <Unread read={read} onClose={onClose} />
      ) : (
        <Editor
          key={read?.turn}
          {...{ folderId, sample, onClose }}
          onAgain={() => setTurn(turn + 1)}
          changedRef={changedRef}
          onLeave={leave}
        />
      )}
      {isLeaving && <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose} />}
    </DialogBox>
  );
}

function Unread({ read, onClose }: { readonly read: Read | null; readonly onClose: () => void }) {
  const { t } = useI18n();
  return (
    <>
      {read === null ? (
        <output>{t('mapping.reading')}</output>
      ) : (
        <Note tone="warn" title={t(`mapping.fault.${faultIn(read)}`)} spoken="alert" />
      )}
      <DialogActions>
        <Button onPress={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </>
  );
}

type Read = { readonly turn: number; readonly answer: Awaited<ReturnType<EngineClient['folders']['mappingSample']>> };

/** Nothing that is only read is out of date. */
function faultIn({ answer }: Read): Exclude<MappingFault, 'stale'> {
  return answer.ok || answer.failure === 'stale' ? 'no-file' : answer.failure;
}

type EditorProps = {
  readonly folderId: FolderId;
  readonly sample: MappingSample;
  /** Begins again with what is stored by now. */
  readonly onAgain: () => void;
  readonly changedRef: RefObject<boolean>;
  /** Closes it, after a question if something was changed. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
};

function Editor({ folderId, sample, onAgain, changedRef, onLeave, onClose }: EditorProps) {
  const { t } = useI18n();
  const editing = useEditing(folderId, sample);
  const { isChanged } = editing;
  useLayoutEffect(() => {
    changedRef.current = isChanged;
  }, [isChanged, changedRef]);
  return (
    <>
      <div className={styles['editor']}>
        <p>{t('mapping.intro')}</p>
        <DifferenceNote sample={sample} />
        <MappingQuestions editing={editing} />
        <ColumnsTable editing={editing} />
        <ReadingChoices editing={editing} />
        <MappingResult editing={editing} />
      </div>
      <SaveBar {...{ folderId, editing, onAgain, onLeave, onClose }} />
    </>
  );
}

type SaveBarProps = Omit<EditorProps, 'sample' | 'changedRef'> & { readonly editing: Editing };

/** What is missing, or what happens when it is saved; always in sight where there is room. */
function SaveBar({ folderId, editing, onAgain, onClose, onLeave }: SaveBarProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const tell = useTell();
  const { mapping, sample, isComplete } = editing;
  const save = useMutation(
    queries.folders.setMapping.mutationOptions({
      onSuccess: (set) => {
        if (!set.ok) return;
        const count = set.value.readAgain;
        tell({ words: count === 0 ? t('mapping.saved.none') : t('mapping.saved', { count }) });
        onClose();
      },
    }),
  );
  const fault = save.data?.ok === false ? save.data.failure : null;
  return (
    <div className={styles['bar']}>
      {fault !== null && <SaveFault fault={fault} onAgain={onAgain} />}
      {save.isError && <p role="alert">{t('common.unexpected')}</p>}
      <p className={styles['quiet']} id={SAVE_HINT}>
        {isComplete ? t('mapping.saves') : <Lacking editing={editing} />}
      </p>
      <DialogActions>
        <Button onPress={onLeave}>{t('common.cancel')}</Button>
        <Button
          look="primary"
          aria-describedby={SAVE_HINT}
          isDisabled={!isComplete}
          isPending={save.isPending}
          onPress={() => mapping !== null && save.mutate({ folderId, mapping, ifVersion: sample.current?.version ?? null })}
        >
          {t('common.save')}
        </Button>
      </DialogActions>
    </div>
  );
}

const SAVE_HINT = 'mapping-save-hint';

function SaveFault({ fault, onAgain }: { readonly fault: MappingFault; readonly onAgain: () => void }) {
  const { t } = useI18n();
  if (fault !== 'stale') return <Note tone="warn" title={t(`mapping.fault.${fault}`)} spoken="alert" />;
  const again = (
    <Button size="small" onPress={onAgain}>
      {t('mapping.stale.again')}
    </Button>
  );
  return (
    <Note tone="warn" title={t('mapping.stale.what')} spoken="alert" actions={again}>
      {t('mapping.stale.next')}
    </Note>
  );
}

function Lacking({ editing: { choices, start, unanswered, mapping } }: { readonly editing: Editing }) {
  const { t, list } = useI18n();
  // What is asked above is not told twice.
  const isAsked = (what: string): boolean => unanswered.some((one) => one === what || (one === 'sides' && what === 'amounts'));
  const lacking = lackingIn(choices, start.base).filter((what) => !isAsked(what));
  const words = [
    ...(unanswered.length === 0 ? [] : [t('mapping.lacking.answers', { count: unanswered.length })]),
    ...lacking.map((what) => t(`mapping.lacking.${what}`)),
  ];
  return t('mapping.lacking', { what: words.length === 0 && mapping === null ? t('mapping.lacking.other') : list(words) });
}

function LeaveQuestion({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const { t } = useI18n();
  return (
    <DialogBox role="alertdialog" title={t('mapping.discard.title')} onClose={onStay}>
      <p>{t('mapping.discard.text')}</p>
      <DialogActions>
        <Button onPress={onStay}>{t('mapping.discard.stay')}</Button>
        <Button look="danger" onPress={onLeave}>
          {t('mapping.discard.do')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

/** What the file comes to by what is chosen now: figures, the first lines in words, the first errors. */
function MappingResult({ editing: { tried } }: { readonly editing: Editing }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <Part title={t('mapping.result')}>
      <output className={styles['figures']}>{tried === null ? t('mapping.result.none') : figuresOf(tried, i18n)}</output>
      {tried !== null && tried.first.length > 0 && (
        <>
          <h4>{t('mapping.result.first')}</h4>
          <ol className={styles['lines']}>
            {tried.first.slice(0, LINES_SHOWN).map((text, at) => (
              // Two lines can be the same in everything, and their order never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <FirstLine text={text} />
              </li>
            ))}
          </ol>
        </>
      )}
      {tried !== null && tried.errors.count > 0 && <Errors errors={tried.errors} />}
    </Part>
  );
}

const LINES_SHOWN = 3;

/** "158 lines, debit 12.00 €, credit 12.00 €, both sides are equal, 2 errors". */
function figuresOf({ lines, debitCents, creditCents, errors, leftOut }: MappingTried, i18n: I18n): string {
  const { t } = i18n;
  const parts = [
    ...sumsInWords({ count: lines, debit: BigInt(debitCents), credit: BigInt(creditCents) }, i18n),
    ...(errors.count === 0 ? [] : [t('mapping.result.errors', { count: errors.count })]),
    ...(leftOut === 0 ? [] : [t('mapping.result.left-out', { count: leftOut })]),
  ];
  return `${parts.join(' · ')}.`;
}

/** Of the engine's canonical text. */
function FirstLine({ text }: { readonly text: string }) {
  const i18n = useI18n();
  const line = JSON.parse(text) as EntryLine;
  const { date, journal, reference } = line;
  return (
    <>
      {lineInWords(line, i18n).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={styles['quiet']}>{i18n.t('mapping.result.line', { date: dayInWords(date, i18n.language), journal, reference })}</p>
    </>
  );
}

const ERRORS_SHOWN = 5;

function Errors({ errors: { count, first } }: { readonly errors: MappingTried['errors'] }) {
  const { t } = useI18n();
  const shown = first.slice(0, ERRORS_SHOWN);
  return (
    <>
      <h4>{t('mapping.result.faults')}</h4>
      <FaultList faults={shown} className={styles['lines']} />
      {count > shown.length && <p>{t('entries.more', { count: count - shown.length })}</p>}
    </>
  );
}
