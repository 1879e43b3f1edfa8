import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react-aria-components';
import type { ItemDetail, Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { cleanNote, NOTE_CHARACTERS_MAX, noteExcess, noteFileProblem, noteToSend, ownNumberLine } from '#shared/domain/item/note.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DocumentPreview } from '../document/document-preview.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import { focusHeading } from '../parts/heading-focus.ts';
import { NoteField } from '../parts/note-fields.tsx';
import { useTell } from '../parts/notices/use-notices.tsx';
import { QuestionGone, QuestionThen, QuestionTop } from './question-parts.tsx';
import styles from './questions.module.css';
import { useOpenQuestions } from './use-open-questions.ts';

type Props = { readonly overview: Overview; readonly itemId: ItemId };

/** Its folder has the document wait until its note is written, or until a user sends it without one. */
export function NoteQuestionPage({ overview, itemId }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const questions = useOpenQuestions(overview, { kind: 'note-question', itemId });
  const found = useQuery(queries.items.get.queryOptions({ input: { itemId } })).data;
  const detail = found?.ok === true ? found.value : null;
  const state = detail?.item.state;
  const isOpen = state?.kind === 'held' && state.question.kind === 'note';
  const problem = detail === null ? null : noteFileProblem(detail.item);
  const isGone = found !== undefined && !isOpen;
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isGone && document.activeElement === document.body) focusHeading(page.current);
  }, [isGone]);
  return (
    <main ref={page} className={styles['page']}>
      <QuestionTop {...questions} />
      {isGone && <QuestionGone {...questions} />}
      {detail !== null && isOpen && (
        <>
          <h1 className={styles['title']}>{t('questions.note.title')}</h1>
          <p className={styles['why']}>
            {problem === null
              ? t('questions.note.why', { name: detail.item.name })
              : t(`question.note.file.${problem}`, { name: detail.item.noteFile?.name ?? '' })}
          </p>
          <div className={styles['noting']}>
            <section>
              <h2 className={styles['name']}>
                <bdi>{detail.item.name}</bdi>
              </h2>
              <DocumentPreview item={detail.item} />
            </section>
            <NoteAnswer key={itemId} detail={detail} goOn={questions.goOn} />
          </div>
        </>
      )}
      {isOpen && <QuestionThen next={questions.next} overview={overview} />}
    </main>
  );
}

/** Whoever presses Enter twice has not seen the next question yet: in its empty field the key counts only after this time. */
const SEEN_AFTER_MS = 500;

type AnswerProps = { readonly detail: ItemDetail; readonly goOn: () => void };

/** One key each: Enter sends it with what is written, or, in an empty field, without a note. */
function NoteAnswer({ detail: { item, folderNote }, goOn }: AnswerProps) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const focusedAt = useRef(Number.POSITIVE_INFINITY);
  const [text, setText] = useState(item.comment ?? '');
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  const { answer, isPending, isError } = useAnswer(item.id, goOn);
  const note = cleanNote(text);
  const isTooLong = noteExcess(text) > 0;
  const pressed = (event: KeyboardEvent): void => {
    // Enter also ends a word that is composed, as in Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return event.continuePropagation();
    event.preventDefault();
    const isSeen = note !== null || event.nativeEvent.timeStamp - focusedAt.current >= SEEN_AFTER_MS;
    if (!event.nativeEvent.repeat && !isPending && isSeen && !isTooLong) answer(note);
  };
  return (
    <div ref={box} className={styles['note']}>
      <NoteField
        label={t('document.note.title')}
        hint={t('questions.note.keys')}
        error={isError ? t('document.note.failed') : null}
        text={text}
        onChange={setText}
        onFocus={({ timeStamp }) => {
          focusedAt.current = timeStamp;
        }}
        onKeyDown={pressed}
      />
      {item.ownNumber !== undefined && <OfNumber own={note ?? undefined} ownNumber={item.ownNumber} />}
      {folderNote !== undefined && <OfFolder own={note ?? undefined} ownNumber={item.ownNumber} text={folderNote} />}
      <div className={styles['answers']}>
        <Button look="primary" isDisabled={note === null || isTooLong} isPending={isPending} onPress={() => answer(note)}>
          {t('questions.note.with')}
        </Button>
        <Button isPending={isPending} onPress={() => answer(null)}>
          {t('questions.note.without')}
        </Button>
        <Button look="quiet" onPress={goOn}>
          {t('questions.later')}
        </Button>
      </div>
    </div>
  );
}

type Added = { readonly own: string | undefined; readonly ownNumber: string | undefined };

/** The line with the number of the document, as far as it and the note are short enough together. */
function OfNumber({ own, ownNumber = '' }: Added) {
  const { t, number } = useI18n();
  const words = noteToSend(own, undefined, ownNumber).isNumberLeftOut
    ? t('document.note.number.left-out', { most: number(NOTE_CHARACTERS_MAX) })
    : t('document.note.number', { line: ownNumberLine(ownNumber) });
  return <p className={styles['quiet']}>{words}</p>;
}

/** What the folder adds to the note, as far as all together are short enough. */
function OfFolder({ own, ownNumber, text }: Added & { readonly text: string }) {
  const { t, number } = useI18n();
  const words = noteToSend(own, text, ownNumber).isFolderLeftOut
    ? t('document.note.folder.left-out', { most: number(NOTE_CHARACTERS_MAX) })
    : t('questions.note.folder', { note: text });
  return <p className={styles['quiet']}>{words}</p>;
}

/** Null sends it without a note. Whoever answered it meanwhile, here or elsewhere, is told apart from a failure. */
function useAnswer(itemId: ItemId, goOn: () => void) {
  const { t } = useI18n();
  const { client } = useEngine();
  const tell = useTell();
  const answering = useMutation({
    mutationFn: async (note: string | null) =>
      note === null
        ? (await client.items.allow({ itemIds: [itemId] })).allowed === 1
        : (await client.items.note({ itemId, text: note })).ok,
    onSuccess: (isTaken) => {
      if (!isTaken) tell({ words: t('questions.note.too-late') });
      goOn();
    },
  });
  // Until the next question is shown, a second press would answer this one again, and be told that it came too late.
  return { answer: answering.mutate, isPending: answering.isPending || answering.isSuccess, isError: answering.isError };
}
