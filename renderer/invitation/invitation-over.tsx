import type { OverInvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { InvitationFaultNote, overWords } from './invitation-fault-note.tsx';
import styles from './invitation.module.css';
import type { Invitation, Named } from './use-invitation.ts';

type Props = { readonly view: OverInvitationView; readonly named: Named; readonly invitation: Invitation };

/** An invitation that was used or has ended. Whoever did not use it themselves ends it here, by one button. */
export function InvitationOver({ view, named, invitation }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const { isPending, fault, undo, close } = invitation;
  const [title, text] = overWords(view, i18n);
  return (
    <div className={styles['form']}>
      <Note tone="warn" spoken="status" title={title}>
        <p>{text}</p>
        {view.state === 'spent' && <p>{t('invitation.spent.next')}</p>}
      </Note>
      <InvitationFaultNote fault={fault} />
      <DialogActions>
        <Button onPress={close}>{t('invitation.another')}</Button>
        {view.state === 'spent' && (
          <Button look="danger" isPending={isPending} onPress={() => void undo(named)}>
            {t(isPending ? 'invitation.undoing' : 'invitation.undo')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

export function InvitationUndone({ secretGivenOut, invitation }: { readonly secretGivenOut: boolean; readonly invitation: Invitation }) {
  const { t } = useI18n();
  return (
    <div className={styles['form']}>
      <Note tone={secretGivenOut ? 'warn' : 'calm'} spoken="status" title={t('invitation.undone')}>
        {t(secretGivenOut ? 'invitation.undone.secret' : 'invitation.undone.text')}
      </Note>
      <DialogActions>
        <Button look="primary" onPress={invitation.close}>
          {t('invitation.another')}
        </Button>
      </DialogActions>
    </div>
  );
}
