import type { Company } from '#shared/domain/company.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { InvitationFaultNote, overWords } from './invitation-fault-note.tsx';
import { InvitationQuestion } from './invitation-question.tsx';
import { type Invitation, type Named, QUESTION_ID, type Stage } from './use-invitation.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, FileButton } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useEngine } from '../link/engine.ts';
import type { OverInvitationView, ReadInvitation } from '#shared/app-api/invitation/invitation-views.ts';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import styles from './invitation.module.css';
import { type FormEvent, useId, useState } from 'react';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useFirstFocus } from '../parts/field-focus.ts';
import { MailOpen } from 'lucide-react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import drop from '#shared/ui/drop-area.module.css';
import fields from '#shared/ui/field.module.css';
import { INVITATION_FILES, readFile, useInvitationDrop } from './invitation-file.ts';

type Props = { readonly invitation: Invitation; readonly companies: readonly Company[] };

/** What the user is asked at this stage; the heading is `headOf`. */
export function InvitationSteps({ invitation, companies }: Props) {
  const { stage, fault } = invitation;
  switch (stage.kind) {
    case 'closed':
      return (
        <>
          <InvitationFaultNote fault={fault} />
          <BegunNotes invitation={invitation} />
          <OpenInvitation invitation={invitation} />
        </>
      );
    case 'relay':
      return <RelayStep read={stage.read} invitation={invitation} />;
    case 'question':
      return <InvitationQuestion key={stage.view.invitationId} view={stage.view} companies={companies} invitation={invitation} />;
    case 'over':
      return <InvitationOver view={stage.view} named={stage.named} invitation={invitation} />;
    case 'undone':
      return <InvitationUndone secretGivenOut={stage.secretGivenOut} invitation={invitation} />;
    default:
      return unreachable(stage);
  }
}

/** Whether this stage has a field to be filled in first, which takes the focus itself. */
export function takesFocus(stage: Stage): boolean {
  if (stage.kind === 'relay') return true;
  return stage.kind === 'question' && stage.view.connectedAs === null && (stage.view.begun === null || !stage.view.hasSecret);
}

/** The heading of a stage, with the sentence below it. */
export function headOf(stage: Stage, { t }: I18n): { readonly title: string; readonly text: string | null } {
  switch (stage.kind) {
    case 'closed':
    case 'over':
    case 'undone':
      return { title: t('invitation.title'), text: stage.kind === 'closed' ? t('invitation.text') : null };
    case 'relay':
      return { title: t('invitation.relay'), text: t('invitation.relay.text') };
    case 'question':
      return { title: questionOf(stage.view, t), text: t('invitation.question.text') };
    default:
      return unreachable(stage);
  }
}

type Told = { readonly company: string | null; readonly accountant: string | null };

function questionOf({ company, accountant }: Told, t: I18n['t']): string {
  if (company !== null && accountant !== null) return t('invitation.question.both', { company, accountant });
  if (company !== null) return t('invitation.question.company', { company });
  return accountant === null ? t('invitation.question.neither') : t('invitation.question.accountant', { accountant });
}

/** Invitations that this computer has used and whose companies are not connected: what they brought is kept, and can be gone on with. */
function BegunNotes({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const begun = useQuery(queries.invitations.begun.queryOptions()).data ?? [];
  return begun.map(({ link, relayHost, company }) => (
    <Note
      key={link}
      tone="warn"
      title={company === null ? t('invitation.begun.unnamed') : t('invitation.begun', { name: company })}
      actions={
        <Button look="primary" size="small" isPending={invitation.isPending} onPress={() => void invitation.look({ link, relayHost })}>
          {t('invitation.begun.do')}
        </Button>
      }
    >
      {t('invitation.begun.text')}
    </Note>
  ));
}

type InvitationOverProps = { readonly view: OverInvitationView; readonly named: Named; readonly invitation: Invitation };

/** An invitation that was used or has ended. Whoever did not use it themselves ends it here, by one button. */
function InvitationOver({ view, named, invitation }: InvitationOverProps) {
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

function InvitationUndone({ secretGivenOut, invitation }: { readonly secretGivenOut: boolean; readonly invitation: Invitation }) {
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

type RelayStepProps = { readonly read: ReadInvitation; readonly invitation: Invitation };

/**
 * A server that Intray does not know: the user types its address, which makes them read it letter by letter. Nobody was asked yet. It is shown in
 * ASCII, so that no letter of another alphabet looks like one of this.
 */
function RelayStep({ read, invitation }: RelayStepProps) {
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

/** Where the file of an invitation is dropped or chosen, or its link is pasted. */
function OpenInvitation({ invitation }: { readonly invitation: Invitation }) {
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
        <FileButton
          look="primary"
          isPending={isPending}
          accept={INVITATION_FILES}
          onFiles={([file]) => {
            if (file !== undefined) void take(file);
          }}
        >
          {t(isPending ? 'invitation.opening' : 'invitation.choose')}
        </FileButton>
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
