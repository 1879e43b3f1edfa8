import { lazy, Suspense } from 'react';
import { Progress, Side } from '../../document/conversion/before-and-after.tsx';
import { versionText } from '../../document/conversion/version-text.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { PreviewToCome } from '../../preview/preview-to-come.tsx';
import type { ShownItem } from '../../preview/use-preview.ts';
import type { Joining } from './use-joining.ts';

const SmallPreview = lazy(() => import('../../preview/small-preview.tsx'));

type Props = {
  readonly joining: Extract<Joining, { kind: 'making' | 'made' }>;
  readonly name: string;
  readonly onDrawn: () => void;
};

/** The PDF as it would be sent, once it is made. */
export function JoinedVersion({ joining, name, onDrawn }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const isMade = joining.kind === 'made';
  return (
    <Side title={t('conversion.after')} facts={isMade ? versionText(joining.conversion, i18n) : t('conversion.making')}>
      {isMade ? (
        <Suspense fallback={<PreviewToCome />}>
          <SmallPreview item={shownItem(joining, name)} made={joining.conversion} onDrawn={onDrawn} />
        </Suspense>
      ) : (
        <Progress at={joining.at} />
      )}
    </Side>
  );
}

/** There is no such document yet. */
function shownItem({ itemId, conversion }: Extract<Joining, { kind: 'made' }>, name: string): ShownItem {
  const state = { kind: 'unfit', by: 'intray', problem: { kind: 'in-parts' } } as const;
  const { mediaType, sha256, bytes } = conversion;
  return { id: itemId, name, mediaType, sha256, bytes, state, conversion };
}
