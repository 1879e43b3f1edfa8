import { Check, Hourglass, Minus, X } from 'lucide-react';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './state-mark.module.css';
import { isResolved } from '#shared/domain/item/aside.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import { stateKey } from '#shared/i18n/state-key.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { I18n } from '../i18n/i18n.tsx';
import { DELAY_MS } from '#shared/domain/item/failure.ts';

type MarkKind = ItemStateKind | 'late' | 'resolved' | 'unproven' | 'taken';

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
  resolved: X,
  unproven: QUESTION,
  taken: Check,
} as const;

type Props = { readonly kind: MarkKind; readonly className?: string | undefined };

/** What became of a document: the shape says it, the colour repeats it, and the word is beside it. A square needs a user for something wrong. */
export function StateMark({ kind, className }: Props) {
  const Shape = SHAPES[kind];
  return (
    <span className={classNames(styles['mark'], styles[kind], className)} data-mark={kind} aria-hidden>
      {typeof Shape === 'string' ? Shape : <Shape size={12} strokeWidth={3} />}
    </span>
  );
}

/** Files that are one picture; everything else looks like a sheet of text. */
const PICTURE = /\.(jpe?g|png|bmp|gif|tiff?|heic|webp)$/i;

type DocumentMarkProps = { readonly kind: MarkKind; readonly name: string };

/** The paper says what it is, the mark on its corner what became of it. The words are beside it. */
export function DocumentMark({ kind, name }: DocumentMarkProps) {
  return (
    <span className={styles['document']} aria-hidden>
      <svg viewBox="0 0 28 34" className={styles['paper']}>
        <path className={styles['sheet']} d="M2 1.5h17l7 7v24h-24z" />
        <path className={styles['fold']} d="M19 1.5v7h7" />
        {PICTURE.test(name) ? (
          <>
            <circle className={styles['ink']} cx="9" cy="15" r="2.5" />
            <path className={styles['ink']} d="m5 27 6-7 4 4.5 3-3.5 5 6z" />
          </>
        ) : (
          <path className={styles['lines']} d="M6 8h8M6 14h16M6 19h16M6 24h10" />
        )}
      </svg>
      <StateMark kind={kind} className={classNames(styles['corner'])} />
    </span>
  );
}

/** The state as shown to the user. Some kinds are shown in several ways, depending on whether they need somebody and what proves them. */
export function shownState(item: Item): ItemStateKind | 'no-answer' | 'unproven' | 'taken' | 'resolved' {
  if (unprovenOf(item) !== null) return 'unproven';
  if (takenOf(item) !== null) return 'taken';
  if (asks(item)) return 'no-answer';
  return isResolved(item) ? 'resolved' : item.state.kind;
}

/** The same in words. A result taken unproven says so wherever it is listed, and since when. */
export function stateWords(item: Item, i18n: Pick<I18n, 't' | 'moment'>): string {
  const [state, part] = [wholeStateWords(item, i18n), item.entries?.part];
  return part === undefined || state === '' ? state : i18n.t('entries.part', { state, ...part });
}

function wholeStateWords(item: Item, { t, moment }: Pick<I18n, 't' | 'moment'>): string {
  const shown = shownState(item);
  const { state } = item;
  const isAskedElsewhere = state.kind === 'refused' && state.resolved?.by === 'elsewhere';
  if (shown === 'no-answer' || shown === 'unproven' || (shown === 'resolved' && !isAskedElsewhere)) return t(`state.${shown}`);
  if (shown !== 'taken') return t(stateKey(state));
  const taken = takenOf(item);
  if (taken === null || (state.kind !== 'accepted' && state.kind !== 'refused')) return '';
  return t(`state.taken.${state.kind}`, { moment: moment(taken.takenAt) });
}

/** The icon for it. */
export function markOf(item: Item, now: WallMs): ItemStateKind | 'late' | 'resolved' | 'unproven' | 'taken' {
  if (unprovenOf(item) !== null) return 'unproven';
  if (takenOf(item) !== null && item.state.kind === 'accepted') return 'taken';
  if (isLate(item, now) || asks(item)) return 'late';
  return isResolved(item) || takenOf(item) !== null ? 'resolved' : item.state.kind;
}

/** Whether its sending has failed for so long that a user hears of it. */
export function isLate(item: Item, now: WallMs): boolean {
  const { state } = item;
  return (
    (state.kind === 'waiting' || state.kind === 'uploading') &&
    state.last !== null &&
    now - (state.failingSince ?? item.foundAt) >= DELAY_MS
  );
}

/** Whether it was received but not answered, and nobody has asked the accountant about it yet. */
export function asks({ state }: Item): boolean {
  return state.kind === 'awaiting' && state.unproven === undefined && state.noAnswer?.askedAt === null;
}
