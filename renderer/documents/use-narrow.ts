import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is narrower than this many rem, and so has to show less. */
export function useNarrow(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setNarrow(current.clientWidth < rem * (Number.isFinite(rootPx) ? rootPx : 16));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, rem]);
  return isNarrow;
}
