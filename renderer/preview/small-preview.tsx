import { Maximize2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { FullPreview } from './full-preview.tsx';
import { PageButtons, Paper, shownName } from './paper.tsx';
import styles from './preview.module.css';
import type { Shown } from './use-preview.ts';

const WHOLE = { kind: 'page' } as const;

type Props = Shown & {
  /** Set by the caller if another preview is to show the same page. */
  readonly turned?: Turned;
  /** What a user compares it with in the full size: the version that was made of the file. */
  readonly version?: Conversion | undefined;
  readonly onDrawn?: () => void;
};

export type Turned = {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onPages: (pages: number) => void;
};

/** The preview in the panel or a dialog: one page at a glance, with a button for the full size. */
export default function SmallPreview({ item, made, turned, version, onDrawn }: Props) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(1);
  const { page, onPage } = turned ?? { page: own, onPage: setOwn };
  const [isFull, setFull] = useState(false);
  return (
    <div className={styles['preview']}>
      <Paper
        item={item}
        made={made}
        view={{ page, zoom: WHOLE, turn: 0 }}
        box={box}
        look="small"
        onPages={turned?.onPages}
        onDrawn={onDrawn}
      >
        {(state) => (
          <div className={styles['below']}>
            {state.kind === 'open' && (
              <>
                {state.pages > 1 ? <PageButtons page={page} pages={state.pages} onPage={onPage} /> : <span />}
                <Button
                  size="small"
                  aria-label={t('preview.enlarge-name', { name: shownName({ item, made }, t) })}
                  onPress={() => setFull(true)}
                >
                  <Maximize2 size={16} aria-hidden />
                  {t('preview.enlarge')}
                </Button>
              </>
            )}
          </div>
        )}
      </Paper>
      {isFull && <FullPreview item={item} made={made} version={version} first={page} onClose={() => setFull(false)} />}
    </div>
  );
}
