import { useLayoutEffect, useRef } from 'react';
import type { TextFieldProps } from 'react-aria-components';
import { NOTE_CHARACTERS_MAX, noteExcess } from '#shared/domain/item/note.ts';
import styles from '#shared/ui/field.module.css';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';

type Props = {
  readonly label: string;
  /** Not where a heading above says the same. */
  readonly labelled?: 'seen' | 'heard';
  readonly hint?: string;
  readonly text: string;
  /** Why it was not saved. */
  readonly error?: string | null;
  readonly onChange: (text: string) => void;
} & Pick<TextFieldProps, 'onFocus' | 'onKeyDown'>;

/** A note to the accountant. One that is too long to be sent is never cut: the field says by how much, and whoever shows it does not go on. */
export function NoteField({ text, error = null, ...rest }: Props) {
  const { t } = useI18n();
  const count = noteExcess(text);
  const excess = count === 0 ? null : t('document.note.too-long', { count, max: NOTE_CHARACTERS_MAX });
  return <TextField {...rest} lines="few" value={text} error={excess ?? error} />;
}

/** What is typed: one note for all files, or one for each by its place; a file without one of its own begins with that for all. */
export type TypedNotes = { readonly isEach: boolean; readonly all: string; readonly each: Readonly<Record<number, string>> };

export const NO_NOTES: TypedNotes = { isEach: false, all: '', each: {} };

type Named = { readonly name: string };

/** Nobody writes more notes than this at a time. */
const EACH_MAX = 50;

type FieldsProps = {
  /** Null while they are yet to be chosen. */
  readonly files: readonly Named[] | null;
  readonly notes: TypedNotes;
  readonly onChange: (notes: TypedNotes) => void;
};

/** Notes to the accountant that go with files: one for all, or one for each as soon as the files are known. */
export function NoteFields({ files, notes, onChange }: FieldsProps) {
  const { t } = useI18n();
  const isOne = files?.length === 1;
  const isMany = files !== null && files.length > EACH_MAX;
  const isEach = isForEach(files, notes);
  return (
    <>
      {!isEach && (
        <NoteField
          label={t(isOne ? 'document.note.optional' : 'upload.note.all')}
          hint={t('document.note.hint')}
          text={notes.all}
          onChange={(all) => onChange({ ...notes, all })}
        />
      )}
      {!isOne && !isMany && (
        <Toggle
          label={t('upload.note.each')}
          {...(files === null ? { hint: t('upload.note.each.later') } : {})}
          isSelected={notes.isEach}
          onChange={(to) => onChange({ ...notes, isEach: to })}
        />
      )}
      {isMany && notes.isEach && <output>{t('upload.note.each.many', { max: EACH_MAX })}</output>}
      {isEach && files !== null && <EachNote files={files} notes={notes} onChange={onChange} />}
    </>
  );
}

function EachNote({ files, notes, onChange }: FieldsProps & { readonly files: readonly Named[] }) {
  const { t } = useI18n();
  const list = useRef<HTMLElement>(null);
  // The button that the files were chosen with is gone, and the focus with it.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) list.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    <section ref={list} aria-label={t('upload.note.each')} className={styles['several']}>
      {files.map(({ name }, at) => (
        <NoteField
          // The files of a dialog stay the same, in this order.
          key={at}
          label={t('upload.note.for', { name })}
          text={noteOf(notes, at)}
          onChange={(text) => onChange({ ...notes, each: { ...notes.each, [at]: text } })}
        />
      ))}
    </section>
  );
}

/** The files with the notes that go with them. */
export function noted<File extends Named>(files: readonly File[], notes: TypedNotes): readonly (File & { readonly note: string })[] {
  const isEach = isForEach(files, notes);
  return files.map((file, at) => ({ ...file, note: isEach ? noteOf(notes, at) : notes.all }));
}

/** Whether any note that would go with these files is too long. */
export function isAnyTooLong(files: readonly Named[] | null, notes: TypedNotes): boolean {
  const texts = files !== null && isForEach(files, notes) ? files.map((_, at) => noteOf(notes, at)) : [notes.all];
  return texts.some((text) => noteExcess(text) > 0);
}

function isForEach(files: readonly Named[] | null, { isEach }: TypedNotes): boolean {
  return isEach && (files === null || (files.length > 1 && files.length <= EACH_MAX));
}

function noteOf({ all, each }: TypedNotes, at: number): string {
  return each[at] ?? all;
}
