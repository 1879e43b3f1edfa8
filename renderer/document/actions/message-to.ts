import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import type { I18n } from '../../i18n/i18n.tsx';

/** Direction marks, which isolate names in another script on the screen; in an e-mail they would be noise. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Whether there is something to ask the accountant: the document was received, or nobody knows whether it was. */
export function mayAsk({ state, receivedAt }: Item): boolean {
  return receivedAt !== null || 'documentId' in state || (state.kind === 'held' && state.question.kind === 'maybe-received');
}

/**
 * A message to the accountant in the user's language, with everything that identifies the document; `wish`: what is
 * asked, in place of what its state suggests. Only the user sends it.
 */
export function messageTo(item: Item, company: Pick<Company, 'name'> | null, { t, moment }: I18n, wish?: string): string {
  const documentId = 'documentId' in item.state ? item.state.documentId : null;
  const facts = [
    ...(isUnseen(item) ? [] : [t('message.document', { name: item.sentName })]),
    ...(company === null ? [] : [companyLine(company.name, item.importType, t)]),
    ...(item.receivedAt === null ? [] : [t('message.sent-on', { moment: moment(item.receivedAt) })]),
    ...(documentId === null ? [] : [t('message.number', { number: documentId })]),
    // A document without a number can only be found by its reference.
    ...(documentId !== null || item.reference === null ? [] : [t('message.reference', { reference: item.reference })]),
  ];
  const thanks = company === null ? t('message.thanks') : `${t('message.thanks')}\n${company.name}`;
  const parts = [t('message.hello'), ...(wish === undefined ? matter(item, t) : [wish]), facts.join('\n'), thanks];
  return `${parts.join('\n\n').replaceAll(DIRECTION_MARKS, '')}\n`;
}

function companyLine(name: string, importType: Item['importType'], t: I18n['t']): string {
  if (importType === null) return t('message.company.alone', { name });
  return t('message.company', { name, type: t(`import-type.invoice.${importType}`) });
}

/** The subject of an e-mail with that message. */
export function subjectOf(item: Item, company: Pick<Company, 'name'> | null, { t }: I18n): string {
  const subject = t(item.state.kind === 'refused' ? 'refusal.subject.refused' : 'refusal.subject', { name: item.sentName });
  return (company === null ? subject : `${subject} – ${company.name}`).replaceAll(DIRECTION_MARKS, '');
}

function matter({ state }: Item, t: I18n['t']): readonly string[] {
  if ((state.kind === 'accepted' || state.kind === 'refused') && state.contradicted) return [t('message.contradicted')];
  if (takenOf({ state }) !== null || unprovenOf({ state }) !== null) return [t('message.unproven')];
  if (state.kind === 'refused') {
    return state.reason === null
      ? [t('message.no-reason')]
      : [t('message.refused'), t('message.quoted', { reason: state.reason }), t('message.refused-ask')];
  }
  if (state.kind === 'awaiting') return [t('message.awaiting')];
  return [t(state.kind === 'held' ? 'message.doubt' : 'message.question')];
}
