import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { PageButtons } from './page-buttons.tsx';
import { Paper } from './paper.tsx';
import styles from './preview.module.css';
import { SizeButtons } from './size-buttons.tsx';
import { useViewKeys } from './use-view-keys.ts';
import { shownName } from './shown-name.ts';
import type { Shown, View } from './use-preview.ts';

type Props = Shown & { readonly first: number; readonly onClose: () => void };

/** The preview over the whole window; Escape closes it, and the focus returns. */
export function FullPreview({ item, made, first, onClose }: Props) {
  const { t } = useI18n();
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(styles['veil'])}>
      <Modal className={classNames(styles['modal'])}>
        <Dialog className={classNames(styles['dialog'])} aria-label={t('preview.full', { name: shownName({ item, made }, t) })}>
          <Body item={item} made={made} first={first} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Body({ item, made, first, onClose }: Props) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ page: first, zoom: { kind: 'page' }, turn: 0 });
  // The last drawing, for the keyboard and wheel handlers, which do not see React state.
  const now = useRef({ pages: 1, factor: 1 });
  useViewKeys(box, now, setView);
  return (
    <div className={styles['full-body']}>
      <Heading slot="title" level={2} className={classNames(styles['title'])}>
        <bdi>{shownName({ item, made }, t)}</bdi>
      </Heading>
      <Paper item={item} made={made} view={view} box={box} look="full">
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
