import { type RefObject, useEffect, useState } from 'react';
import type { Range } from './use-listing.ts';

/** Height of a row in rem. All rows and headings have the same, so the position of each is known without fetching those before it. */
const ROW_REM = 3.5;
/** Rows drawn beyond the visible ones, so that a turn of the wheel shows no gap. */
const BEYOND = 8;
/** Scrolled by less than this, the list counts as being at its top. */
const TOP_PX = 8;
/** Chromium limits an element's height to 33,554,432 px. The list ends at this many rows; to see others, narrow it. */
export const ROWS_MAX = 250_000;

export type Viewport = {
  readonly rowPx: number;
  /** Places of rows and headings to draw; may reach beyond the end of the list. */
  readonly range: Range;
  /** Number of rows that fit into view completely. */
  readonly pageRows: number;
  readonly isAtTop: boolean;
  /** Scrolls a place into view, no further than necessary, and as many above it as make these `places`. */
  readonly reveal: (slot: number, places: number) => void;
};

/** Tracks which rows of a long list are visible. */
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
  const reveal = (slot: number, places: number) => {
    const element = list.current;
    if (element === null) return;
    const [above, below] = [(slot + 1 - places) * rowPx, (slot + 1) * rowPx];
    if (above < element.scrollTop) element.scrollTo({ top: above });
    else if (below > element.scrollTop + element.clientHeight) element.scrollTo({ top: below - element.clientHeight });
    setTopPx(element.scrollTop);
  };
  const range = { from: Math.max(0, seen - BEYOND), to: seen + pageRows + 1 + BEYOND };
  return { rowPx, range, pageRows, isAtTop: topPx <= TOP_PX, reveal };
}
