import type { Company } from '#shared/domain/company.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type I18n } from '../i18n/i18n.tsx';
import { BegunNotes } from './begun-notes.tsx';
import { InvitationFaultNote } from './invitation-fault-note.tsx';
import { InvitationOver, InvitationUndone } from './invitation-over.tsx';
import { InvitationQuestion } from './invitation-question.tsx';
import { OpenInvitation } from './open-invitation.tsx';
import { RelayStep } from './relay-step.tsx';
import type { Invitation, Stage } from './use-invitation.ts';

type Props = { readonly invitation: Invitation; readonly companies: readonly Company[] };

/** What the person is asked at this stage; the heading is `headOf`. */
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
