import { Undo2, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { PlainButton } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { focusHeading } from '../heading-focus.ts';
import styles from './notice-bar.module.css';
import { useLeaving, useNotices } from './use-notices.tsx';

/** Where notices are shown: a line of its own below the page, which covers nothing. Its live region always exists, so each one is read, once. */
export function NoticeBar() {
  const { t } = useI18n();
  const notices = useNotices();
  const bar = useRef<HTMLElement>(null);
  const shown = useSyncExternalStore(notices.subscribe, notices.current);
  const forget = () => {
    if (shown !== null) notices.forget(shown.id);
  };
  const undone = shown?.undo;
  const leaving = useLeaving(shown === null || shown.isKept === true ? null : { id: shown.id, canUndo: undone !== undefined }, forget);
  const undo = () => {
    forget();
    undone?.().then(
      () => notices.tell({ words: t('told.undone') }),
      () => notices.tell({ words: t('common.unexpected'), isKept: true }),
    );
  };
  useFocusThatGoesOn(bar, shown?.id ?? null);
  useUndoKey(undone === undefined ? null : undo);
  return (
    // Without a name it is no landmark, which an empty one would be.
    <section ref={bar} className={styles['bar']} aria-label={shown === null ? undefined : t('told.notice')} {...leaving}>
      <output className={styles['words']}>{shown?.words}</output>
      {undone !== undefined && (
        <PlainButton size="small" aria-keyshortcuts="Control+Z" onPress={undo}>
          <Undo2 size={15} aria-hidden />
          {t('told.undo')}
        </PlainButton>
      )}
      {shown !== null && (
        <PlainButton look="icon" size="small" aria-label={t('common.close')} onPress={forget}>
          <X size={15} aria-hidden />
        </PlainButton>
      )}
    </section>
  );
}

/** A notice that was pressed is gone, and the focus with it: it goes on at the page's heading. */
function useFocusThatGoesOn(bar: RefObject<HTMLElement | null>, id: number | null): void {
  const isWithin = useRef(false);
  useEffect(() => {
    const { current } = bar;
    const onFocus = ({ target }: FocusEvent): void => {
      isWithin.current = target instanceof Node && current?.contains(target) === true;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [bar]);
  useEffect(() => {
    if (id !== null || !isWithin.current || document.activeElement !== document.body) return;
    isWithin.current = false;
    focusHeading(document.querySelector('main'));
  }, [id]);
}

/** Ctrl+Z, or ⌘Z, wherever the focus is; but a field's own undoing comes first. */
function useUndoKey(undo: (() => void) | null): void {
  const run = useRef(undo);
  useEffect(() => {
    run.current = undo;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null;
      if (!isUndo || isTyping || run.current === null) return;
      event.preventDefault();
      run.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
