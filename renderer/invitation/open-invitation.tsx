import { MailOpen } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import drop from '#shared/ui/drop-area.module.css';
import fields from '#shared/ui/field.module.css';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './invitation.module.css';
import { INVITATION_FILES, readFile, useInvitationDrop } from './invitation-file.ts';
import type { Invitation } from './use-invitation.ts';

/** Where the file of an invitation is dropped or chosen, or its link is pasted. */
export function OpenInvitation({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useI18n();
  const { isPending, read, fail } = invitation;
  const take = async (file: File): Promise<void> => {
    const text = await readFile(file);
    if (text.ok) await read(text.value);
    else fail(text.failure);
  };
  useInvitationDrop((file) => void take(file));
  const zoneId = useId();
  return (
    <>
      <section className={drop['area']} aria-labelledby={zoneId}>
        <MailOpen size={36} strokeWidth={1.5} aria-hidden className={drop['icon']} />
        <h3 id={zoneId}>{t('invitation.drop')}</h3>
        <p className={styles['quiet']}>{t('invitation.drop.name')}</p>
        <FileTrigger
          acceptedFileTypes={INVITATION_FILES}
          onSelect={(files) => {
            const file = files?.[0];
            if (file !== undefined) void take(file);
          }}
        >
          <Button look="primary" isPending={isPending}>
            {t(isPending ? 'invitation.opening' : 'invitation.choose')}
          </Button>
        </FileTrigger>
      </section>
      <PasteForm onText={(text) => void read(text)} />
    </>
  );
}

/** A text area, since a line field would join the lines of an e-mail; what is pasted is opened at once. */
function PasteForm({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useI18n();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('invitation');
    if (typeof text === 'string') onText(text);
  };
  return (
    <form onSubmit={submit} className={classNames(fields['field'])}>
      <label htmlFor={id} className={classNames(fields['label'])}>
        {t('invitation.paste')}
      </label>
      <div className={classNames(fields['row'], styles['paste'])}>
        <textarea
          id={id}
          name="invitation"
          rows={1}
          autoComplete="off"
          spellCheck={false}
          placeholder="intray://…"
          className={classNames(fields['input'])}
          onPaste={({ clipboardData }) => onText(clipboardData.getData('text/plain'))}
        />
        <Button type="submit">{t('invitation.open')}</Button>
      </div>
    </form>
  );
}
