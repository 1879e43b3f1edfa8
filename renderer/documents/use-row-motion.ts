import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** As `--move` of tokens.css. */
const MOVE = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' } as const;
/** So long after a press nothing moves: a second press would hit another row. */
const HELD_MS = 300;

type Shown = { readonly placePx: number; readonly state: string };

/**
 * Shows where a row went and what changed: a row in another place moves there, a new one slides in, and one in another state fades over. Rows that come into
 * view while a user scrolls do not move: `view` differs then. Nothing does where less motion is asked for.
 */
export function useRowMotion(rows: RefObject<HTMLElement | null>, view: string): void {
  const before = useRef<{ readonly view: string; readonly shown: ReadonlyMap<string, Shown> }>({ view: '', shown: new Map() });
  const pressedAt = useLastPress();
  useLayoutEffect(() => {
    const elements = rowsIn(rows.current);
    const { view: viewBefore, shown: was } = before.current;
    const shown = new Map([...elements].map(([key, row]) => [key, shownOf(row)]));
    before.current = { view, shown };
    if (view !== viewBefore || was.size === 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const delay = Math.max(0, HELD_MS - (performance.now() - pressedAt.current));
    for (const [key, row] of elements) {
      const frames = framesOf(was.get(key), shown.get(key));
      if (frames !== null) row.animate(frames, { ...MOVE, delay, fill: 'backwards' });
    }
  });
}

function framesOf(was: Shown | undefined, is: Shown | undefined): Keyframe[] | null {
  if (is === undefined) return null;
  if (was === undefined) return [{ opacity: 0, translate: '0 -0.75rem' }, {}];
  if (was.placePx !== is.placePx) return [{ translate: `0 ${was.placePx - is.placePx}px` }, {}];
  return was.state === is.state ? null : [{ opacity: 0.3 }, {}];
}

function rowsIn(container: HTMLElement | null): ReadonlyMap<string, HTMLElement> {
  const rows = [...(container?.children ?? [])].filter((row) => row instanceof HTMLElement);
  return new Map(rows.flatMap((row) => (row.dataset['key'] === undefined ? [] : [[row.dataset['key'], row]])));
}

/** From what the row was drawn with: to measure it would cost a layout. */
function shownOf(row: HTMLElement): Shown {
  const mark = row.querySelector('[data-mark]');
  return { placePx: Number.parseFloat(row.style.insetBlockStart), state: mark?.getAttribute('data-mark') ?? '' };
}

function useLastPress(): RefObject<number> {
  const at = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onPress = () => {
      at.current = performance.now();
    };
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('pointerup', onPress, true);
    return () => {
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('pointerup', onPress, true);
    };
  }, []);
  return at;
}
