import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import type { InvitationFault } from './use-invitation.ts';

/** Says what is wrong, what Intray keeps, and what the person can do. */
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
  const again = 'againAt' in fault && fault.againAt !== undefined ? [t('connect.fault.again', { moment: moment(fault.againAt) })] : [];
  const kept = 'isKept' in fault && fault.isKept ? [t('invitation.kept')] : [];
  switch (fault.kind) {
    case 'unexpected':
      return [t('common.unexpected')];
    case 'wrong-number':
      return [leftWords(fault.left, i18n), t('invitation.wrong-number.next')];
    case 'over':
      return overWords(fault.over, i18n);
    case 'unreadable':
      return 'isKept' in fault
        ? [t('invitation.fault.unreadable-answer'), t('invitation.fault.unreadable-answer.next')]
        : [t('invitation.fault.unreadable'), t('invitation.fault.unreadable.next')];
    case 'not-set-up':
    case 'wrong-secret':
    case 'not-valid':
    case 'partner':
    case 'own-credentials':
    case 'service-unreachable':
    case 'already-connected':
      return [t(`connect.fault.${fault.kind}`), ...(kept.length > 0 ? kept : [t(`connect.fault.${fault.kind}.next`)]), ...again];
    case 'none':
    case 'damaged':
    case 'several':
    case 'too-long':
    case 'loopback':
    case 'address':
    case 'other-relay':
    case 'too-large':
    case 'not-a-file':
    case 'on-a-share':
    case 'relay-not-confirmed':
    case 'unknown':
    case 'unsafe-service':
    case 'other-service':
    case 'relay-unreachable':
    case 'relay-refused':
    case 'relay-limited':
    case 'vault-locked':
    case 'vault-unavailable':
    case 'look-again':
    case 'number-needed':
    case 'secret-needed':
    case 'own-credentials-kept':
    default:
      return [t(`invitation.fault.${fault.kind}`), t(`invitation.fault.${fault.kind}.next`), ...kept, ...again];
  }
}

function leftWords(left: number, { t }: I18n): string {
  return left === 0 ? t('invitation.wrong-number.last') : t('invitation.wrong-number', { count: left });
}

type Over = Extract<InvitationFault, { kind: 'over' }>['over'];

/** When it was used, by which computer, or how it ended. */
export function overWords(over: Over, { t, moment }: I18n): Words {
  const at = moment(over.at);
  if (over.state === 'ended') return [t(`invitation.ended.${over.why}`), t('invitation.ended.text', { moment: at })];
  const by = over.isHere ? t('invitation.spent.here', { moment: at }) : t('invitation.spent.text', { moment: at, name: over.by });
  return [t('invitation.spent'), by];
}
