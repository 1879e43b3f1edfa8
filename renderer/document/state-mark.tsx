import { Check, Hourglass, Minus, X } from 'lucide-react';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './state-mark.module.css';

export type MarkKind = ItemStateKind | 'late' | 'settled' | 'unproven' | 'taken';

/** Drawn as letters: at this size, the strokes of an icon would run together. */
const [QUESTION, EXCLAMATION] = ['?', '!'];

const SHAPES = {
  held: QUESTION,
  aside: Minus,
  unfit: EXCLAMATION,
  waiting: Hourglass,
  late: Hourglass,
  uploading: Hourglass,
  awaiting: Hourglass,
  accepted: Check,
  refused: X,
  settled: X,
  unproven: QUESTION,
  taken: Check,
} as const;

type Props = { readonly kind: MarkKind; readonly className?: string | undefined };

/** What became of a document: the shape says it, the colour repeats it, and the word is beside it. A square needs a person for something wrong. */
export function StateMark({ kind, className }: Props) {
  const Shape = SHAPES[kind];
  return (
    <span className={classNames(styles['mark'], styles[kind], className)} data-mark={kind} aria-hidden>
      {typeof Shape === 'string' ? Shape : <Shape size={12} strokeWidth={3} />}
    </span>
  );
}
