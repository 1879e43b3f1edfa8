import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * For the buttons of a dialog, the last of which is the primary one: it gets the focus once it is ready. A focus that is on another control by then
 * stays there. Until then the dialog itself has it, also after the button that was pressed last is gone.
 */
export function useFocusOnPrimary(isReady: boolean): RefObject<HTMLDivElement | null> {
  const actions = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) dialogOf(actions)?.focus();
  }, []);
  useEffect(() => {
    if (isReady && document.activeElement === dialogOf(actions))
      actions.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, [isReady]);
  return actions;
}

function dialogOf({ current }: RefObject<HTMLElement | null>): HTMLElement | null {
  return current?.closest<HTMLElement>('[role=dialog]') ?? null;
}
