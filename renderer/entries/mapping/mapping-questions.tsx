import type { MappingSample } from '#shared/app-api/entries.ts';
import { entriesMisfitSchema } from '../../link/schemas.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { misfitSentence } from '#shared/i18n/fault-words.ts';
import type { OpenQuestion } from '#shared/entries/guess-mapping.ts';
import { hasUnknownWord } from '#shared/entries/mapping.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { lackingIn, type Meaning, type TypedMember } from './choices.ts';
import { ColumnSelect, Part } from './fields.tsx';
import type { ReactNode } from 'react';
import styles from './mapping.module.css';
import type { Editing } from './use-editing.ts';
import { DatesQuestion, DecimalQuestion, NegativeChoice, PositiveChoice } from './value-questions.tsx';

/** How a file differs from those that the mapping was made for, in words. */
export function DifferenceNote({ sample: { differences, current } }: { readonly sample: MappingSample }) {
  const { t } = useI18n();
  if (current === null || differences.length === 0) return null;
  const sentences = differences.map((one) => {
    const misfit = entriesMisfitSchema.safeParse(one);
    if (misfit.success) return misfitSentence(misfit.data, { t });
    const { name, column } = one;
    return t('mapping.differs.new', { name: String(name), column: String(column) });
  });
  return (
    <Note tone="warn" title={t('mapping.differs')}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{t('mapping.differs.next')}</p>
    </Note>
  );
}

/** What nobody but a user can say, first. Each question is answered by choosing, or by saying that what is chosen is right. */
export function MappingQuestions({ editing }: { readonly editing: Editing }) {
  const { t } = useI18n();
  const { open } = editing.start;
  return (
    <Part title={t('mapping.questions')}>
      {open.length === 0 ? (
        <p className={styles['quiet']}>{t('mapping.questions.none')}</p>
      ) : (
        <ol className={styles['questions']}>
          {open.map((question) => (
            <li key={question}>
              <QuestionOf question={question} editing={editing} />
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

type QuestionProps = { readonly question: OpenQuestion; readonly editing: Editing };

function QuestionOf({ question, editing }: QuestionProps) {
  switch (question) {
    case 'date':
    case 'account':
    case 'journal':
    case 'reference':
      return <MemberQuestion question={question} editing={editing} />;
    case 'dates':
      return <DatesQuestion editing={editing} />;
    case 'decimal':
      return <DecimalQuestion editing={editing} />;
    case 'negative':
      return <NegativeChoice editing={editing} isAsked />;
    case 'amounts':
    case 'sides':
      return <AmountsQuestion question={question} editing={editing} />;
    default:
      return unreachable(question);
  }
}

type MemberProps = { readonly question: 'date' | 'account' | 'journal' | 'reference'; readonly editing: Editing };

function MemberQuestion({ question, editing }: MemberProps) {
  const { t } = useI18n();
  const typed: TypedMember | null = question === 'journal' || question === 'reference' ? question : null;
  return (
    <Answered
      question={question}
      editing={editing}
      mayBeRight={columnIn(editing, question) !== null || (typed !== null && editing.choices.typed[typed] !== '')}
    >
      <MeaningSelect label={t(`mapping.question.${question}`)} meaning={question} question={question} editing={editing} />
      {typed !== null && <TypedField member={typed} editing={editing} onAnswer={() => editing.answer(question)} />}
    </Answered>
  );
}

export function columnIn({ choices }: Editing, meaning: Meaning): number | null {
  const index = choices.meanings.indexOf(meaning);
  return index < 0 ? null : index + 1;
}

type MeaningSelectProps = QuestionProps & { readonly label: string; readonly meaning: Meaning };

function MeaningSelect({ label, meaning, question, editing }: MeaningSelectProps) {
  const column = columnIn(editing, meaning);
  const choose = (chosen: number | null) => {
    if (chosen !== null) editing.give(chosen, meaning);
    else if (column !== null) editing.give(column, null);
    editing.answer(question, chosen !== null);
  };
  return <ColumnSelect label={label} editing={editing} column={column} onChange={choose} />;
}

type TypedFieldProps = { readonly member: TypedMember; readonly editing: Editing; readonly onAnswer?: () => void };

/** A text or pattern for a member, with what it gives on the first line. */
export function TypedField({ member, editing, onAnswer }: TypedFieldProps) {
  const { t } = useI18n();
  const { choices, change, tried } = editing;
  const text = choices.typed[member];
  const first = firstLine(tried)?.[member];
  const isShown = text.trim() !== '' && typeof first === 'string';
  return (
    <TextField
      label={t(`mapping.typed.${member}`)}
      {...(isShown ? { hint: t('mapping.typed.first', { value: first }) } : {})}
      error={hasUnknownWord(text) ? t('mapping.typed.wrong') : null}
      value={text}
      onChange={(value) => {
        change({ typed: { ...choices.typed, [member]: value } });
        onAnswer?.();
      }}
    />
  );
}

function firstLine(tried: Editing['tried']): Record<string, unknown> | null {
  const [text] = tried?.first ?? [];
  return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>);
}

type AnsweredProps = QuestionProps & { readonly mayBeRight: boolean; readonly children: ReactNode };

function Answered({ question, editing, mayBeRight, children }: AnsweredProps) {
  const { t } = useI18n();
  return (
    <div className={styles['question']}>
      {children}
      <Toggle
        label={t('mapping.right')}
        isSelected={!editing.unanswered.includes(question)}
        isDisabled={!mayBeRight}
        onChange={(isRight) => editing.answer(question, isRight)}
      />
    </div>
  );
}

/** The columns of the amounts, as the file has them: two, one with its sign, or one beside a side. */
function AmountsQuestion({ question, editing }: QuestionProps) {
  const { t } = useI18n();
  const { choices, change } = editing;
  const has = (meaning: Meaning): boolean => choices.meanings.includes(meaning);
  const shown: readonly Meaning[] =
    has('debit') || has('credit') ? ['debit', 'credit'] : has('amount') ? ['amount'] : ['debit', 'credit', 'amount'];
  const swapped = choices.meanings.map((one) => (one === 'debit' ? 'credit' : one === 'credit' ? 'debit' : one));
  const swap = () => {
    change({ meanings: swapped });
    editing.answer(question);
  };
  return (
    <Answered question={question} editing={editing} mayBeRight={!lackingIn(choices, editing.start.base).includes('amounts')}>
      <p>{t(`mapping.question.${question === 'amounts' ? 'amounts' : 'sides'}`)}</p>
      {shown.map((meaning) => (
        <MeaningSelect key={meaning} label={t(`mapping.meaning.${meaning}`)} meaning={meaning} question={question} editing={editing} />
      ))}
      {has('debit') && has('credit') && (
        <div>
          <Button size="small" onPress={swap}>
            {t('mapping.reads.swap')}
          </Button>
        </div>
      )}
      {has('amount') && !has('side') && <PositiveChoice editing={editing} onAnswer={() => editing.answer(question)} />}
    </Answered>
  );
}
