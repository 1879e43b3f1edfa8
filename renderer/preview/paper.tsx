import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { NoPreview } from './no-preview.tsx';
import { faultOf } from './showable.ts';
import styles from './preview.module.css';
import { type PreviewState, type Shown, usePreview, type View } from './use-preview.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#shared/ui/parts/button.tsx';

type Props = Shown & {
  readonly view: View;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly look: 'small' | 'full';
  /** Called when the file is open, with the number of its pages. */
  readonly onPages?: ((pages: number) => void) | undefined;
  /** Once the first page can be seen. */
  readonly onDrawn?: (() => void) | undefined;
  /** Renders the surroundings, such as the page and zoom buttons, from this state. */
  readonly children: (state: PreviewState) => ReactNode;
};

const UNOPENED = { pages: 1, drawn: null, isDrawing: false, isBroken: false } as const;

/**
 * The page of a scan. It is drawn in a frame without origin or network, which takes no keys, focus or clicks: all input
 * stays with the window.
 */
export function Paper({ item, made, view, box, look, onPages, onDrawn, children }: Props) {
  const { t } = useI18n();
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRoom(box);
  const { state, ready } = usePreview({ item, made }, frame, { view, room });
  const { pages, drawn, isDrawing, isBroken } = state.kind === 'open' ? state : UNOPENED;
  useTellDrawn(drawn !== null, onDrawn);
  useTellPages(state.kind === 'open' ? pages : null, onPages);
  return (
    <>
      {/* Takes the focus so that it can be scrolled with the keyboard; in the panel it is a picture that never scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={box}
        className={styles[look]}
        {...(look === 'full' ? { tabIndex: 0, role: 'region', 'aria-label': t('preview.paper') } : {})}
      >
        {state.kind === 'fault' ? (
          <NoPreview why={made === undefined ? faultOf(item, state.fault) : state.fault} />
        ) : (
          <div
            className={styles['sheet']}
            // It contains a frame, which an img element cannot.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="img"
            aria-label={t('preview.picture', { page: view.page, pages, name: shownName({ item, made }, t) })}
            data-drawn={drawn !== null && !isDrawing}
            hidden={isBroken}
            style={drawn === null ? {} : { width: drawn.width, height: drawn.height }}
          >
            <iframe
              ref={frame}
              src={PREVIEW_PATH}
              sandbox="allow-scripts"
              title={t('preview.title')}
              tabIndex={-1}
              aria-hidden
              onLoad={ready}
              className={styles['frame']}
            />
          </div>
        )}
        {state.kind === 'loading' && <p className={styles['over']}>{t('preview.loading')}</p>}
        {isBroken && <p className={styles['over']}>{t('preview.broken')}</p>}
      </div>
      {children(state)}
    </>
  );
}

function useTellDrawn(isDrawn: boolean, onDrawn: Props['onDrawn']): void {
  useEffect(() => {
    if (isDrawn) onDrawn?.();
  }, [isDrawn, onDrawn]);
}

function useTellPages(pages: number | null, onPages: Props['onPages']): void {
  useEffect(() => {
    if (pages !== null) onPages?.(pages);
  }, [pages, onPages]);
}

type Room = { readonly width: number; readonly height: number };

/** The space available in `box`; null until it was measured. */
function useRoom(box: RefObject<HTMLElement | null>): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setRoom((before) => (before?.width === width && before.height === height ? before : { width, height }));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return room;
}

type PageButtonsProps = { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void };

export function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  const { t } = useI18n();
  return (
    <fieldset className={styles['group']} aria-label={t('preview.pages')}>
      <Button look="icon" size="small" aria-label={t('preview.previous')} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </Button>
      <output className={styles['number']}>{t('preview.page-of', { page, pages })}</output>
      <Button look="icon" size="small" aria-label={t('preview.next')} isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        <ChevronRight size={18} aria-hidden />
      </Button>
    </fieldset>
  );
}

/** What a preview is called: both the file and the version that was made of it can be on one page. What was joined has no file of its own. */
export function shownName({ item, made }: Shown, t: I18n['t']): string {
  return made === undefined || made.from === 'joined' ? item.name : t('conversion.name', { name: item.name });
}
