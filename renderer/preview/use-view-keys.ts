import { type RefObject, useEffect } from 'react';
import { turned } from './size-buttons.tsx';
import type { View } from './use-preview.ts';
import { zoomStep } from './zoom-steps.ts';

type Now = { readonly pages: number; readonly factor: number };
type Change = (to: (before: View) => View) => void;

/** Keys and Ctrl+wheel in a preview: + and − zoom, 0 fits the whole page, Page Up, Page Down, Home and End page, R turns. */
export function useViewKeys(box: RefObject<HTMLElement | null>, now: RefObject<Now>, change: Change): void {
  useEffect(() => {
    // The dialog itself has the focus when it opens.
    const around = box.current?.closest<HTMLElement>('[role=dialog]') ?? null;
    if (around === null) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.metaKey) return;
      const next = byKey(event.key, now.current);
      if (next === null) return;
      event.preventDefault();
      change(next);
    };
    // The browser would zoom the whole window; only a non-passive listener can prevent that.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const way = event.deltaY < 0 ? 1 : -1;
      change((before) => ({ ...before, zoom: { kind: 'factor', factor: zoomStep(now.current.factor, way) } }));
    };
    around.addEventListener('keydown', onKey);
    around.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      around.removeEventListener('keydown', onKey);
      around.removeEventListener('wheel', onWheel);
    };
  }, [box, now, change]);
}

function byKey(key: string, { pages, factor }: Now): ((before: View) => View) | null {
  const page = (to: (page: number) => number) => (before: View) => ({ ...before, page: Math.min(pages, Math.max(1, to(before.page))) });
  const zoom = (way: 1 | -1) => (before: View) => ({ ...before, zoom: { kind: 'factor' as const, factor: zoomStep(factor, way) } });
  switch (key) {
    case '+':
    case '=':
      return zoom(1);
    case '-':
      return zoom(-1);
    case '0':
      return (before) => ({ ...before, zoom: { kind: 'page' } });
    case 'PageDown':
      return page((at) => at + 1);
    case 'PageUp':
      return page((at) => at - 1);
    case 'Home':
      return page(() => 1);
    case 'End':
      return page(() => pages);
    case 'r':
    case 'R':
      return (before) => ({ ...before, turn: turned(before.turn) });
    default:
      return null;
  }
}
