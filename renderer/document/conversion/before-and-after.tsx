import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Conversion, ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { NoPreview } from '../../preview/no-preview.tsx';
import { PreviewToCome } from '../../preview/preview-to-come.tsx';
import { whyUnshown } from '../../preview/showable.ts';
import styles from './conversion.module.css';
import type { Making } from './use-conversion.ts';
import { versionText } from './version-text.ts';

const SmallPreview = lazy(() => import('../../preview/small-preview.tsx'));

type Props = {
  readonly item: Item;
  readonly kind: ConvertedKind;
  readonly making: Extract<Making, { kind: 'making' | 'made' }>;
  readonly onDrawn: () => void;
};

/** The file and the version that was made of it, side by side. */
export function BeforeAndAfter({ item, kind, making, onDrawn }: Props) {
  const i18n = useI18n();
  const { t, bytes } = i18n;
  const why = whyUnshown(item);
  const isMade = making.kind === 'made';
  return (
    <div className={styles['sides']}>
      <Side title={t('conversion.before')} facts={t('conversion.file', { kind: t(`conversion.kind.${kind}`), size: bytes(item.bytes) })}>
        {why === null ? (
          <Suspense fallback={<PreviewToCome />}>
            <SmallPreview item={item} />
          </Suspense>
        ) : (
          <div className={styles['empty']}>
            <NoPreview why={why} />
          </div>
        )}
      </Side>
      <Side title={t('conversion.after')} facts={isMade ? versionText(making.conversion, i18n) : t('conversion.making')}>
        {isMade ? <Version item={item} made={making.conversion} onDrawn={onDrawn} /> : <Progress at={making.at} />}
      </Side>
    </div>
  );
}

/** One of two things that are looked at beside each other. */
export function Side({ title, facts, children }: { readonly title: string; readonly facts: string; readonly children: ReactNode }) {
  return (
    <section className={styles['side']}>
      <h3 className={styles['title']}>{title}</h3>
      <p className={styles['facts']}>{facts}</p>
      {children}
    </section>
  );
}

function Version({ item, made, onDrawn }: { readonly item: Item; readonly made: Conversion; readonly onDrawn: () => void }) {
  return (
    <Suspense fallback={<PreviewToCome />}>
      <SmallPreview item={item} made={made} onDrawn={onDrawn} />
    </Suspense>
  );
}

/** What takes less needs no progress, which would only flash. */
const SHORT_MS = 1_000;

/** How far a version is. */
export function Progress({ at }: { readonly at: Extract<Making, { kind: 'making' }>['at'] }) {
  const { t } = useI18n();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SHORT_MS);
    return () => clearTimeout(timer);
  }, []);
  const words = at === null ? t('conversion.making') : t('preview.page-of', at);
  return (
    <div className={styles['empty']}>
      {isLong && (
        <div className={styles['progress']}>
          <progress aria-label={words} {...(at === null ? {} : { value: at.page, max: Math.max(1, at.pages) })} />
          {at !== null && <p>{words}</p>}
        </div>
      )}
    </div>
  );
}
