import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { type Remark, remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** What to know of a version before it is sent, a line each. */
export function sayRemarks({ remarks = [] }: Pick<Conversion, 'remarks'>): readonly string[] {
  return remarks.map((remark) => `${ofPart(remark)}${sayRemark(remark)}`);
}

/** Why it was not sent although that was said; null if nothing speaks against it, or if the person says that they know. */
export function whyNotSent({ remarks }: Pick<Conversion, 'remarks'>, isAllTheSame: boolean): string | null {
  if (isAllTheSame || remarksAgainst(remarks).length === 0) return null;
  return 'Nothing was sent, because of what is said above. Look at it first (--to writes it to a file); "--send --all-the-same" sends it.';
}

function ofPart(remark: Remark): string {
  const part = 'part' in remark ? remark.part : undefined;
  return part === undefined ? '' : `Picture ${part + 1}: `;
}

function sayRemark(remark: Remark): string {
  switch (remark.kind) {
    case 'damaged':
      return 'The file is damaged: some of it may be missing.';
    case 'one-of':
      return `Only 1 of the ${remark.pictures} pictures in the file is in it.`;
    case 'actions-removed':
      return 'JavaScript, and commands that a PDF runs by itself or that open other files, were taken out of it.';
    case 'unsure':
      return UNSURE[remark.about];
    default:
      return unreachable(remark);
  }
}

const UNSURE: Readonly<Record<Extract<Remark, { kind: 'unsure' }>['about'], string>> = {
  pages: 'It may lack pages of the file.',
  paper: 'Its pages are of another size on paper than those of the file.',
  'one-colour': 'A page of it is blank or of one colour, although the file seems to show something there.',
  content: 'Nothing in a file of this kind shows whether some of it is missing.',
};
