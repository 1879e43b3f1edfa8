import type { TakenKind } from '#shared/domain/item/problem.ts';
import { applied, type Copy, isDamage } from './copies.ts';
import { sha256Of } from './listed.ts';
import type { Read } from './readable.ts';
import type { Answers, Content } from './tools/answers.ts';
import { ruleFor, type Rule } from './loss-rules.ts';
import { ATTACHED, TOOLS } from './tools/tools.ts';

/**
 * Only `lost` may not be sent. `in-one-reader`: of a damaged copy, one tool shows all of it, and another one does not. `not-asked`: only known
 * answers were wanted, and there is none.
 */
export type Loss = Rule | 'not-visible' | 'in-one-reader' | 'lost' | 'not-asked';

export type Original = {
  readonly kind: TakenKind;
  readonly content: Content;
  readonly bytes: Uint8Array;
  /** By the tools that can read it. */
  readonly reads: readonly Read[];
};

/** Whether a copy that would be sent lacks something. Decided by simple rules on the bytes, then by the tools; never by our own code. */
export async function measureLoss(original: Original, copy: Copy, answers: Answers): Promise<Loss> {
  return ruleFor(original, copy) ?? (await bySight(original, copy, answers));
}

/** How many tools that read the original show other pixels for the copy, and whether its attachments are the same. */
async function bySight({ kind, content, bytes, reads }: Original, copy: Copy, answers: Answers): Promise<Loss> {
  const copied = applied(bytes, copy);
  const same: Content = { sha256: sha256Of(copied), at: () => copied };
  let [alike, other] = [0, 0];
  for (const tool of TOOLS[kind]) {
    const before = reads.find((read) => read.tool === tool.name);
    if (before === undefined) continue;
    const now = await answers.of(tool, same);
    if (now === null) return 'not-asked';
    if (now.pixels === before.answer.pixels) alike += 1;
    else other += 1;
    if (other > 0 && !isDamage(copy)) return 'lost';
  }
  if (other > 0) return alike > 0 ? 'in-one-reader' : 'lost';
  if (kind !== 'pdf') return 'not-visible';
  const [attached, then] = [await answers.of(ATTACHED, same), await answers.of(ATTACHED, content)];
  if (attached === null || then === null) return 'not-asked';
  return attached.pixels === then.pixels ? 'not-visible' : 'lost';
}
