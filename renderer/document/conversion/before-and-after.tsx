import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useState } from 'react';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { NoPreview, PreviewToCome } from '../../preview/no-preview.tsx';
import type { Turned } from '../../preview/small-preview.tsx';
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
  const version = making.kind === 'made' ? making.conversion : undefined;
  const turned = useTurnedTogether();
  return (
    <div className={styles['sides']}>
      <Side title={t('conversion.before')} facts={t('conversion.file', { kind: t(`conversion.kind.${kind}`), size: bytes(item.bytes) })}>
        {why === null ? (
          <Suspense fallback={<PreviewToCome />}>
            <SmallPreview item={item} version={version} turned={turned.before} />
          </Suspense>
        ) : (
          <div className={styles['empty']}>
            <NoPreview why={why} />
          </div>
        )}
      </Side>
      <Side title={t('conversion.after')} facts={making.kind === 'made' ? versionText(making.conversion, i18n) : t('conversion.making')}>
        {making.kind === 'made' ? (
          <Suspense fallback={<PreviewToCome />}>
            <SmallPreview
              item={item}
              made={making.conversion}
              version={why === null ? making.conversion : undefined}
              turned={turned.after}
              onDrawn={onDrawn}
            />
          </Suspense>
        ) : (
          <Progress at={making.at} />
        )}
      </Side>
    </div>
  );
}

/** One of two things that are looked at beside each other. */
export function Side({ title, facts, children }: { readonly title: string; readonly facts: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['side']} aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {title}
      </h3>
      <p className={styles['facts']}>{facts}</p>
      {children}
    </section>
  );
}

/** Turning a page on one side turns the other one too, if both have as many pages. */
function useTurnedTogether(): { readonly before: Turned; readonly after: Turned } {
  const [pages, setPages] = useState({ before: 1, after: 1 });
  const [counts, setCounts] = useState({ before: 0, after: 0 });
  const isTogether = counts.before === counts.after;
  const turn = (side: 'before' | 'after') => (page: number) =>
    setPages(isTogether ? { before: page, after: page } : { ...pages, [side]: page });
  const onBefore = useCallback((before: number) => setCounts((known) => ({ ...known, before })), []);
  const onAfter = useCallback((after: number) => setCounts((known) => ({ ...known, after })), []);
  return {
    before: { page: pages.before, onPage: turn('before'), onPages: onBefore },
    after: { page: isTogether ? pages.before : pages.after, onPage: turn('after'), onPages: onAfter },
  };
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
