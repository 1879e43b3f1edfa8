import { z } from 'zod';

/**
 * What cannot be compared with the file's own word: `pages`: their number · `paper`: the size of a page on paper · `one-colour`: a page is of one colour,
 * where the file's thumbnail or a second reader shows something · `content`: nothing in a file of this kind would show that some of it is missing.
 */
export const UNSURE_ABOUT = ['pages', 'paper', 'one-colour', 'content'] as const;

/** Of a joined document: the number of the picture that it is about, from 0. */
const ofPart = { part: z.number().optional() };

/**
 * What a user should know of a version before it is sent. `damaged`: a decoder complained, so that some of the file may be missing · `one-of`: only the
 * main one of so many pictures is in it · `actions-removed`: what a PDF would have run or opened was taken out · `unsure`: it may not show all that the
 * file does.
 */
export const remarkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('damaged'), ...ofPart }),
  z.object({ kind: z.literal('one-of'), pictures: z.number(), ...ofPart }),
  z.object({ kind: z.literal('actions-removed') }),
  z.object({ kind: z.literal('unsure'), about: z.enum(UNSURE_ABOUT), ...ofPart }),
]);

export type Remark = Readonly<z.infer<typeof remarkSchema>>;

/** Those of them because of which nothing is sent before a user has seen them. Actions are no part of what is on the paper. */
export function remarksAgainst(remarks: readonly Remark[] | undefined): readonly Remark[] {
  return (remarks ?? []).filter(({ kind }) => kind !== 'actions-removed');
}

/** Each of them once, in their order; undefined for none, so that nothing is written down of a version that needs no word. */
export function distinctRemarks(remarks: readonly Remark[]): readonly Remark[] | undefined {
  const known = new Map(remarks.map((remark) => [JSON.stringify(remark), remark]));
  return known.size === 0 ? undefined : [...known.values()];
}
