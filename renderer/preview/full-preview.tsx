import { ArrowLeftRight, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
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

type Props = Shown & {
  /** The version that was made of the file, if a person compares the two. */
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
