import { isCredentialFault } from '#shared/app-api/faults.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import type { InvitationFault } from './use-invitation.ts';

/** Says what is wrong, what Intray keeps, and what the user can do. */
export function InvitationFaultNote({ fault }: { readonly fault: InvitationFault | null }) {
  const i18n = useI18n();
  if (fault === null) return null;
  const [title, ...next] = wordsOf(fault, i18n);
  return (
    <Note tone="bad" spoken="alert" title={title}>
      {next.length === 0 ? undefined : next.join(' ')}
    </Note>
  );
}

type Words = readonly [string, ...string[]];

function wordsOf(fault: InvitationFault, i18n: I18n): Words {
  const { t, moment } = i18n;
  if (fault.kind === 'unexpected') return [t('common.unexpected')];
  if (fault.kind === 'wrong-number') return [leftWords(fault.left, i18n), t('invitation.wrong-number.next')];
  if (fault.kind === 'over') return overWords(fault.over, i18n);
  const { kind } = fault;
  const again = 'againAt' in fault && fault.againAt !== undefined ? [t('connect.fault.again', { moment: moment(fault.againAt) })] : [];
  const kept = 'isKept' in fault && fault.isKept ? [t('invitation.kept')] : [];
  if (kind === 'unreadable' && 'isKept' in fault) {
    return [t('invitation.fault.unreadable-answer'), t('invitation.fault.unreadable-answer.next')];
  }
  if (isCredentialFault(kind)) {
    return [t(`connect.fault.${kind}`), ...(kept.length > 0 ? kept : [t(`connect.fault.${kind}.next`)]), ...again];
  }
  return [t(`invitation.fault.${kind}`), t(`invitation.fault.${kind}.next`), ...kept, ...again];
}

function leftWords(left: number, { t }: I18n): string {
  return left === 0 ? t('invitation.wrong-number.last') : t('invitation.wrong-number', { count: left });
}

type Over = Extract<InvitationFault, { kind: 'over' }>['over'];

const USED_BY = { here: 'invitation.spent.here', namesake: 'invitation.spent.namesake', other: 'invitation.spent.text' } as const;

/** When it was used, by which computer, or how it ended. */
export function overWords(over: Over, { t, moment }: I18n): Words {
  const at = moment(over.at);
  if (over.state === 'ended') return [t(`invitation.ended.${over.why}`), t('invitation.ended.text', { moment: at })];
  return [t('invitation.spent'), t(USED_BY[over.who], { moment: at, name: over.by })];
}
