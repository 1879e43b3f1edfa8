import type { LinkedItem } from '#shared/app-api/views.ts';
import { WHY_NOT_JOINED, type WhyNotJoined } from '#shared/domain/item/joining/joining.ts';
import { PARTS_MAX } from '#shared/domain/item/joining/parts.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { adviceOf, mayTryAgain } from '../../document/conversion/advice-of.ts';
import type { ShownFault } from '../../document/conversion/use-conversion.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import type { JoinTrouble } from './use-joining.ts';

type Props = { readonly trouble: JoinTrouble; readonly parts: readonly LinkedItem[] };

/** What happened, and to which picture; that nothing was sent, and what the person can do. */
export function JoinFaultNote({ trouble, parts }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const part = parts.find(({ itemId }) => itemId === trouble.part);
  const what = faultText(trouble.fault, i18n);
  return (
    <Note tone="warn" title={part === undefined ? what : t('joining.fault.of', { name: part.name, what })} spoken="alert">
      <p>
        {t('joining.nothing-sent')} {adviceText(trouble, i18n)}
      </p>
    </Note>
  );
}

/** Whether the same can come to another result. */
export function mayJoinAgain({ fault }: JoinTrouble): boolean {
  return !isWhy(fault) && fault !== 'password-wrong' && mayTryAgain(fault);
}

function isWhy(fault: JoinTrouble['fault']): fault is WhyNotJoined {
  return WHY_NOT_JOINED.some((why) => why === fault);
}

function faultText(fault: JoinTrouble['fault'], { t }: I18n): string {
  return isWhy(fault) ? t(`joining.why.${fault}`, { max: PARTS_MAX }) : t(`conversion.fault.${unprotected(fault)}.what`);
}

function adviceText({ fault, part }: JoinTrouble, { t }: I18n): string {
  if (isWhy(fault)) return t('conversion.advice.close');
  if (fault === 'too-many-pages' || fault === 'still-too-large') return t('joining.advice.fewer');
  if (part !== null && (fault === 'not-understood' || fault === 'too-many-pixels')) return t('joining.advice.without');
  return t(`conversion.advice.${adviceOf(unprotected(fault))}`);
}

/** Pictures have no password. */
function unprotected(fault: Exclude<JoinTrouble['fault'], WhyNotJoined>): ShownFault {
  return fault === 'password-wrong' ? 'not-understood' : fault;
}
