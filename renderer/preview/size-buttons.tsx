import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import type { Turn } from './frame-messages.ts';
import styles from './preview.module.css';
import type { View } from './use-preview.ts';
import { zoomStep } from './zoom-steps.ts';

type Props = { readonly view: View; readonly factor: number | null; readonly onView: (view: View) => void };

export function SizeButtons({ view, factor, onView }: Props) {
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

export function turned(turn: Turn): Turn {
  return ((turn + 90) % 360) as Turn;
}
