import { type Remark, remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { I18n } from '../../i18n/i18n.tsx';

/** `what`: what is to be known of the version; `next`: what the user can do. */
export type RemarkText = { readonly what: string; readonly next: string };

/** Beside the version, before it is sent. */
export function remarkText(remark: Remark, { t }: I18n): RemarkText {
  switch (remark.kind) {
    case 'damaged':
    case 'actions-removed':
      return { what: t(`conversion.remark.${remark.kind}`), next: t(`conversion.remark.${remark.kind}.text`) };
    case 'one-of':
      return { what: t('conversion.remark.one-of', { all: remark.pictures }), next: t('conversion.remark.one-of.text') };
    case 'unsure':
      return { what: t(`conversion.remark.unsure.${remark.about}`), next: t('conversion.remark.unsure.text') };
    default:
      return unreachable(remark);
  }
}

/** Why a version that a folder's setting made was not sent. */
export function withheldText(withheld: readonly Remark[], { t }: I18n): string {
  return [...new Set(remarksAgainst(withheld).map((remark) => whyWithheld(remark, t)))].join(' ');
}

function whyWithheld(remark: Remark, t: I18n['t']): string {
  switch (remark.kind) {
    case 'damaged':
      return t('conversion.withheld.damaged');
    case 'one-of':
      return t('conversion.withheld.one-of', { all: remark.pictures });
    case 'unsure':
      return t(`conversion.withheld.unsure.${remark.about}`);
    case 'actions-removed':
      return '';
    default:
      return unreachable(remark);
  }
}

/** Whether some of the file may be missing without being seen: sending that is a decision, not a confirmation. */
export function isInDoubt(remarks: readonly Remark[] | undefined): boolean {
  return remarksAgainst(remarks).some(({ kind }) => kind !== 'one-of');
}
