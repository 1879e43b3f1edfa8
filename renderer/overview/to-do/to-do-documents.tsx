import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { ItemPage, Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { openRefusals } from '#shared/domain/standing.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { LinkButton, Row } from '../need-entry.tsx';
import { DocumentRow } from './document-row.tsx';
import { type Ended, type EndingKind, endingOf, type Endings } from './use-endings.ts';
import styles from './row.module.css';
import { mayTakeUnread, unprovenOf } from '#shared/domain/results/unproven.ts';
import { Button, PlainButton } from '#shared/ui/parts/button.tsx';
import { isAnsweredInPanel, SendButton, TakeButton } from '../../document/actions/item-buttons.tsx';
import { goTo } from '../../frame/place.ts';
import { ReplaceButton } from '../../upload-from-window/add-files-button.tsx';
import { Undo2 } from 'lucide-react';
import { focusHeading } from '../../parts/heading-focus.ts';

type Props = {
  readonly overview: Overview;
  readonly endings: Endings;
  /** The newest ones; undefined until they are known. */
  readonly page?: Pick<ItemPage, 'items' | 'total'> | undefined;
};

/** Documents that wait for the user, newest first, one row each; what was just ended is still in its place. */
export function ToDoDocuments({ overview, endings, page = { items: [], total: 0 } }: Props) {
  const { t } = useI18n();
  // Documents of removed companies need nobody.
  const items = page.items.filter(({ companyId }) => overview.companies.some(({ id }) => id === companyId));
  const ids = mergeEnded(
    items.map(({ id }) => id),
    endings.ended.map(({ item, above }) => ({ id: item.id, above })),
  );
  const { counts } = overview;
  const all = openRefusals(counts) + counts.unfit + counts.held + counts.noAnswer + counts.unproven;
  return (
    <>
      {ids.map((itemId, at) => (
        <Entry
          key={itemId}
          item={items.find(({ id }) => id === itemId)}
          ended={endings.ended.find(({ item }) => item.id === itemId)}
          above={ids.slice(0, at)}
          overview={overview}
          endings={endings}
        />
      ))}
      {page.total > page.items.length && (
        <li className={styles['more']}>
          <LinkButton to={{ kind: 'documents', itemId: null, show: 'needs-you' }}>{t('needs.look', { count: all })}</LinkButton>
        </li>
      )}
    </>
  );
}

type EntryProps = Omit<Props, 'page'> & {
  /** Absent once the list no longer has it. */
  readonly item: Item | undefined;
  readonly ended: Ended | undefined;
  readonly above: readonly ItemId[];
};

function Entry({ item, ended, above, overview, endings }: EntryProps) {
  const [isPending, setPending] = useState(false);
  const [undone, setUndone] = useState(false);
  const isBack = ended?.isBack === true && item !== undefined;
  const { forget } = endings;
  useEffect(() => {
    if (isBack) forget(item.id);
  });
  if (ended !== undefined && !isBack) {
    const { id } = ended.item;
    return <EndedRow ended={ended} onLeave={() => forget(id)} onUndo={() => undo(ended)} />;
  }
  if (item === undefined) return null;
  return (
    <DocumentRow
      item={item}
      overview={overview}
      takesFocus={undone}
      endings={<DocumentEndings item={item} isPending={isPending} onEnd={(kind) => void end(item, kind)} />}
    />
  );

  function undo(one: Ended): void {
    setUndone(true);
    void endings.undo(one);
  }

  async function end(one: Item, kind: EndingKind): Promise<void> {
    setUndone(false);
    setPending(true);
    await endings.end(one, { kind, above, hadFocus: document.activeElement !== document.body });
    setPending(false);
  }
}

/** Something that was ended, and what stood above it at that time. */
type Kept<Id> = { readonly id: Id; readonly above: readonly Id[] };

/** The order of the list with what was ended still in its place, whatever has come or gone meanwhile. */
export function mergeEnded<Id>(current: readonly Id[], ended: readonly Kept<Id>[]): readonly Id[] {
  const merged = [...current];
  const missing = ended.filter(({ id }) => !current.includes(id)).toSorted((one, other) => one.above.length - other.above.length);
  for (const { id, above } of missing) merged.splice(merged.findLastIndex((one) => above.includes(one)) + 1, 0, id);
  return merged;
}

const WORDS = {
  ignore: 'document.ignore',
  resolve: 'document.settle',
  asked: 'document.asked',
} as const satisfies Record<EndingKind, string>;

type DocumentEndingsProps = { readonly item: Item; readonly isPending: boolean; readonly onEnd: (kind: EndingKind) => void };

/** How a document leaves the list: quietly, or mended. */
function DocumentEndings({ item, isPending, onEnd }: DocumentEndingsProps) {
  const { t } = useI18n();
  const kind = endingOf(item);
  return (
    <>
      {kind !== null && (
        <Button look="quiet" size="small" isPending={isPending} aria-label={nameOf(kind, item, t)} onPress={() => onEnd(kind)}>
          {t(isSentBefore(item) ? 'sent-before.leave' : WORDS[kind])}
        </Button>
      )}
      <Mending item={item} />
    </>
  );
}

/** Says of which document, for whoever does not see the row. */
function nameOf(kind: EndingKind, item: Item, t: I18n['t']): string {
  const { name } = item;
  if (isSentBefore(item)) return `${t('sent-before.leave')} – ${name}`;
  if (kind === 'resolve') return t('document.settle-name', { name });
  return t(kind === 'asked' ? 'document.asked-name' : 'document.ignore-name', { name });
}

/** It is sent from its panel, where the note to the accountant stands. */
function isSentBefore({ state }: Item): boolean {
  return state.kind === 'held' && state.question.kind === 'sent-before';
}

function Mending({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { state } = item;
  const unproven = unprovenOf(item);
  const asked = state.kind === 'held' ? state.question.kind : null;
  const place = asked === 'other-type' ? 'type-question' : asked === 'note' ? 'note-question' : 'documents';
  if (state.kind === 'refused') return <ReplaceButton item={item} look="plain" size="small" />;
  if (unproven !== null && mayTakeUnread(unproven)) return <TakeButton item={item} says="accepted" size="small" />;
  if (state.kind === 'held' && place === 'documents' && state.question.kind !== 'gone' && !isAnsweredInPanel(state.question))
    return <SendButton item={item} question={state.question} size="small" />;
  const words = t(asked === 'other-type' ? 'to-do.compare' : asked === 'note' ? 'to-do.note' : 'to-do.open');
  return (
    <Button size="small" aria-label={`${words} – ${item.name}`} onPress={() => goTo({ kind: place, itemId: item.id })}>
      {words}
    </Button>
  );
}

/** Long enough to see what was pressed, and to take it back. */
const STAYS_SECONDS = 10;

type EndedRowProps = { readonly ended: Ended; readonly onUndo: () => void; readonly onLeave: () => void };

/** What was just ended, in its place, as its own undo. */
function EndedRow({ ended, onUndo, onLeave }: EndedRowProps) {
  const { t } = useI18n();
  const row = useRef<HTMLLIElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const { item, kind, hadFocus } = ended;
  const { left, isHeld, handlers } = useCountdown(STAYS_SECONDS, () => {
    const { current } = row;
    // The focus goes on at what stands in its place then.
    if (current?.contains(document.activeElement) === true) focusHeading(current.nextElementSibling ?? current.closest('section'));
    onLeave();
  });
  useEffect(() => {
    if (hadFocus) undo.current?.focus({ preventScroll: true });
  }, [hadFocus]);
  return (
    <li ref={row} {...handlers}>
      <Row
        isEnded
        sign={<span className={styles['ring']} data-held={isHeld || undefined} aria-hidden />}
        title={t(`to-do.ended.${kind}`, { name: item.name })}
        text={kind === 'ignore' ? t('to-do.where', { where: t('documents.filter.aside') }) : undefined}
        endings={
          <>
            <PlainButton ref={undo} size="small" aria-label={`${t('told.undo')} – ${item.name}`} onPress={onUndo}>
              <Undo2 size={15} aria-hidden />
              {t('told.undo')}
            </PlainButton>
            <span className={styles['seconds']} aria-hidden>
              {t('to-do.seconds', { count: left })}
            </span>
          </>
        }
      />
    </li>
  );
}

const SECOND_MS = 1_000;

/**
 * Counts down, and then lets the row go; but not while somebody points at it or has the focus in it. Returns the seconds that are left and
 * the handlers for the row's element.
 */
function useCountdown(seconds: number, leave: () => void) {
  const [left, setLeft] = useState(seconds);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  const isHeld = isPointed || isFocused;
  useEffect(() => {
    if (isHeld) return undefined;
    if (left <= 0) {
      leaving.current();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left, isHeld]);
  return {
    left,
    isHeld,
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A focus that was moved here after a press of the mouse is nobody's who reads here.
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}
