import { ArrowUp, Check, CircleQuestionMark, CircleSlash, ClockAlert, Clock, Hourglass, TriangleAlert, X } from 'lucide-react';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './state-mark.module.css';

type Kind = ItemStateKind | 'late' | 'settled' | 'unproven' | 'taken';

const ICONS = {
  held: CircleQuestionMark,
  aside: CircleSlash,
  unfit: TriangleAlert,
  waiting: Clock,
  late: ClockAlert,
  uploading: ArrowUp,
  awaiting: Hourglass,
  accepted: Check,
  refused: X,
  settled: X,
  unproven: CircleQuestionMark,
  taken: Check,
} as const;

/** A state as an icon. The word is beside it, so that nothing depends on shape or colour alone. */
export function StateMark({ kind }: { readonly kind: Kind }) {
  const Icon = ICONS[kind];
  return (
    <span className={classNames(styles['mark'], styles[kind])}>
      <Icon size={17} strokeWidth={2.25} aria-hidden />
    </span>
  );
}
