import { useEffect } from 'react';
import { focusHeading } from '../parts/heading-focus.ts';

/**
 * An answered question goes, and with it the button that was pressed. Without this the focus would be nowhere, and the next Tab begin at the top
 * of the window: it goes on at the heading of the nearest part that is still there. A dialog sees to its own focus.
 */
export function useFocusGoesOn(): void {
  useEffect(() => {
    let around: readonly Element[] = [];
    const onFocus = ({ target }: FocusEvent): void => {
      around = target instanceof Element && target.closest('main') !== null ? ancestorsOf(target) : [];
    };
    const lookAgain = new MutationObserver(() => {
      const [focused] = around;
      if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
      const part = around.find((element) => element.isConnected && element.querySelector('h1, h2, h3') !== null);
      around = [];
      focusHeading(part ?? document.querySelector('main'));
    });
    document.addEventListener('focusin', onFocus);
    lookAgain.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      lookAgain.disconnect();
    };
  }, []);
}

/** The element and what it is in, up to the page. */
function ancestorsOf(element: Element): readonly Element[] {
  const above = element.parentElement;
  return above === null || element.matches('main') ? [element] : [element, ...ancestorsOf(above)];
}
