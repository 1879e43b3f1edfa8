import { type RefObject, useEffect, useState } from 'react';
import type { Range } from './use-listing.ts';

/** Of one row, in the root's text size: all rows have the same, so the place of each is known without reading those before it. */
const ROW_REM = 3.5;
/** Rows beyond what is seen, so that a turn of the wheel shows no gap. */
const BEYOND = 8;
/** Below this the person counts as being at the top. */
const TOP_PX = 8;
/** Chromium knows no higher page than 33,554,432 px; a list is shown as far as this, and narrowed for more. */
export const ROWS_MAX = 250_000;

export type Viewport = {
  readonly rowPx: number;
  /** Rows to draw, were there as many. */
  readonly range: Range;
  /** Whole rows that are seen at once. */
  readonly pageRows: number;
  readonly isAtTop: boolean;
  /** Brings a row into sight, as little as it takes. */
  readonly reveal: (index: number) => void;
};

/** Which rows of a long list are seen. */
export function useViewport(list: RefObject<HTMLDivElement | null>): Viewport {
  const [{ rowPx, heightPx }, setSize] = useState({ rowPx: ROW_REM * 16, heightPx: 0 });
  const [topPx, setTopPx] = useState(0);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = () => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize({ rowPx: Math.round(ROW_REM * (Number.isFinite(rootPx) ? rootPx : 16)), heightPx: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const onScroll = () => setTopPx(element.scrollTop);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [list]);
  const pageRows = Math.max(1, Math.floor(heightPx / rowPx));
  const seen = Math.floor(topPx / rowPx);
  const reveal = (index: number) => {
    const element = list.current;
    if (element === null) return;
    const [above, below] = [index * rowPx, (index + 1) * rowPx];
    if (above < element.scrollTop) element.scrollTo({ top: above });
    else if (below > element.scrollTop + element.clientHeight) element.scrollTo({ top: below - element.clientHeight });
    setTopPx(element.scrollTop);
  };
  const range = { from: Math.max(0, seen - BEYOND), to: seen + pageRows + 1 + BEYOND };
  return { rowPx, range, pageRows, isAtTop: topPx <= TOP_PX, reveal };
}
