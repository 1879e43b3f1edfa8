import { type FormEvent, useState } from 'react';
import type { ReadInvitation } from '#shared/app-api/invitation/invitation-views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useFirstFocus } from '../parts/use-first-focus.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './invitation.module.css';
import { InvitationFaultNote } from './invitation-fault-note.tsx';
import { QUESTION_ID } from './question-id.ts';
import type { Invitation } from './use-invitation.ts';

type Props = { readonly read: ReadInvitation; readonly invitation: Invitation };

/**
 * A server that Intray does not know: the person types its address, which makes them read it letter by letter. Nobody was asked yet. It is shown in
 * ASCII, so that no letter of another alphabet looks like one of this.
 */
export function RelayStep({ read, invitation }: Props) {
  const { t } = useI18n();
  const { isPending, fault, look, close } = invitation;
  const [isMissing, setMissing] = useState(false);
  const { link, relayHost } = read;
  const form = useFirstFocus(['relayHost']);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('relayHost');
    const isTyped = typeof typed === 'string' && typed.trim() !== '';
    setMissing(!isTyped);
    if (isTyped && !isPending) void look({ link, relayHost: typed });
  };
  return (
    <form ref={form} onSubmit={submit} className={styles['form']} noValidate>
      <dl className={styles['facts']}>
        <dt>{t('invitation.relay.host')}</dt>
        <dd className={styles['host']} translate="no">
          {relayHost}
        </dd>
      </dl>
      <TextField
        name="relayHost"
        label={t('invitation.relay.type')}
        error={isMissing ? t('invitation.relay.missing') : null}
        autoComplete="off"
        maxLength={300}
        aria-describedby={QUESTION_ID}
      />
      <InvitationFaultNote fault={fault} />
      <DialogActions>
        <Button onPress={close}>{t('invitation.not-now')}</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          {t(isPending ? 'invitation.opening' : 'invitation.relay.do')}
        </Button>
      </DialogActions>
    </form>
  );
}
