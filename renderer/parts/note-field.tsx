import { NOTE_CHARACTERS_MAX, noteExcess } from '#shared/domain/item/note.ts';
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
};

/** A note to the accountant. One that is too long to be sent is never cut: the field says by how much, and whoever shows it does not go on. */
export function NoteField({ text, error = null, ...rest }: Props) {
  const { t } = useI18n();
  const count = noteExcess(text);
  const excess = count === 0 ? null : t('document.note.too-long', { count, max: NOTE_CHARACTERS_MAX });
  return <TextField {...rest} lines="few" value={text} error={excess ?? error} />;
}
