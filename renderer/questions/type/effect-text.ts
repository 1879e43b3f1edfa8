import type { Folder } from '#shared/domain/folder/folder.ts';
import { type OtherStanding, typeEffect } from '#shared/domain/type-decision.ts';
import type { Translate } from '#shared/i18n/translate.ts';

type About = {
  readonly standing: OtherStanding;
  /** The type that the document in question is held as, and the other one. */
  readonly own: Folder['importType'];
  readonly other: Folder['importType'];
  /** Whether the file of the document that the answer would send is no longer there. */
  readonly isFileGone: boolean;
};

/** What an answer does, told before it is given. */
export function effectText(answer: 'this' | 'other', { standing, own, other, isFileGone }: About, t: Translate): string {
  const folders = { own: t(`import-type.folder.${own}`), other: t(`import-type.folder.${other}`) };
  const as = t(`type-question.as.${answer === 'this' ? own : other}`);
  const isSent = answer === 'this' || standing === 'unsent' || typeEffect(answer, standing).other === 'allowed';
  return [
    answer === 'this' ? t('type-question.this', { as }) : t('type-question.other', folders),
    answer === 'this' ? t(`type-question.this.${standing}`, folders) : t(`type-question.other.${standing}`, { ...folders, as }),
    ...(isSent && isFileGone ? [t('type-question.put-back')] : []),
  ].join(' ');
}
