import { ArrowLeftRight, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { PageButtons, Paper, shownName } from './paper.tsx';
import styles from './preview.module.css';
import type { Shown, View } from './use-preview.ts';
import type { Turn } from './frame-messages.ts';

type Props = Shown & {
  /** The version that was made of the file, if a user compares the two. */
  readonly version?: Conversion | undefined;
  readonly first: number;
  readonly onClose: () => void;
};

/** The preview over the whole window; Escape closes it, and the focus returns. */
export function FullPreview({ item, made: madeFirst, version, first, onClose }: Props) {
  const { t } = useI18n();
  const [made, setMade] = useState(madeFirst);
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(styles['veil'])}>
      <Modal className={classNames(styles['modal'])}>
        <Dialog className={classNames(styles['dialog'])} aria-label={t('preview.full', { name: shownName({ item, made }, t) })}>
          <Body item={item} made={made} version={version} first={first} onMade={setMade} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type BodyProps = Props & { readonly onMade: (made: Conversion | undefined) => void };

function Body({ item, made, version, first, onMade, onClose }: BodyProps) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ page: first, zoom: { kind: 'page' }, turn: 0 });
  // The last drawing, for the keyboard and wheel handlers, which do not see React state.
  const now = useRef({ pages: 1, factor: 1 });
  useViewKeys(box, now, setView);
  return (
    <div className={styles['full-body']} data-compares={version !== undefined}>
      <div className={styles['head']}>
        <Heading slot="title" level={2} className={classNames(styles['title'])}>
          <bdi>{shownName({ item, made }, t)}</bdi>
        </Heading>
        {version !== undefined && (
          <Button size="small" onPress={() => onMade(made === undefined ? version : undefined)}>
            <ArrowLeftRight size={16} aria-hidden />
            {t(made === undefined ? 'preview.show-version' : 'preview.show-file')}
          </Button>
        )}
      </div>
      {/* Another file needs another frame; page, zoom and turn stay, so that the two can be compared. */}
      <Paper key={made?.sha256 ?? 'file'} item={item} made={made} view={view} box={box} look="full">
        {(state) => {
          if (state.kind === 'open') now.current = { pages: state.pages, factor: state.drawn?.factor ?? now.current.factor };
          return (
            <div className={styles['tools']}>
              {state.kind === 'open' && (
                <>
                  <PageButtons page={view.page} pages={state.pages} onPage={(page) => setView((before) => ({ ...before, page }))} />
                  <SizeButtons view={view} factor={state.drawn?.factor ?? null} onView={setView} />
                </>
              )}
              <Button look="icon" size="small" aria-label={t('common.close')} onPress={onClose}>
                <X size={18} aria-hidden />
              </Button>
            </div>
          );
        }}
      </Paper>
    </div>
  );
}

type Now = { readonly pages: number; readonly factor: number };
type Change = (to: (before: View) => View) => void;

/** Keys and Ctrl+wheel in a preview: + and − zoom, 0 fits the whole page, Page Up, Page Down, Home and End page, R turns. */
function useViewKeys(box: RefObject<HTMLElement | null>, now: RefObject<Now>, change: Change): void {
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

type SizeButtonsProps = { readonly view: View; readonly factor: number | null; readonly onView: (view: View) => void };

function SizeButtons({ view, factor, onView }: SizeButtonsProps) {
  const { t } = useI18n();
  const step = (way: 1 | -1) => onView({ ...view, zoom: { kind: 'factor', factor: zoomStep(factor ?? 1, way) } });
  const fit = (kind: 'width' | 'page') => onView({ ...view, zoom: { kind } });
  return (
    <fieldset className={styles['group']} aria-label={t('preview.size')}>
      <Button look="icon" size="small" aria-label={t('preview.smaller')} onPress={() => step(-1)}>
        <ZoomOut size={18} aria-hidden />
      </Button>
      <span className={styles['number']}>{factor !== null && t('preview.zoom', { percent: Math.round(factor * 100) })}</span>
      <Button look="icon" size="small" aria-label={t('preview.larger')} onPress={() => step(1)}>
        <ZoomIn size={18} aria-hidden />
      </Button>
      <Button look="quiet" size="small" aria-pressed={view.zoom.kind === 'width'} onPress={() => fit('width')}>
        {t('preview.fit-width')}
      </Button>
      <Button look="quiet" size="small" aria-pressed={view.zoom.kind === 'page'} onPress={() => fit('page')}>
        {t('preview.fit-page')}
      </Button>
      <Button look="icon" size="small" aria-label={t('preview.turn')} onPress={() => onView({ ...view, turn: turned(view.turn) })}>
        <RotateCw size={18} aria-hidden />
      </Button>
    </fieldset>
  );
}

function turned(turn: Turn): Turn {
  return ((turn + 90) % 360) as Turn;
}

const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Two factors within this ratio look the same to a user. */
const NEAR = 1.02;

/** The next size up (1) or down (-1) from `factor`; unchanged at either end. */
export function zoomStep(factor: number, way: 1 | -1): number {
  const next = way === 1 ? STEPS.find((step) => step > factor * NEAR) : STEPS.findLast((step) => step < factor / NEAR);
  return next ?? factor;
}
