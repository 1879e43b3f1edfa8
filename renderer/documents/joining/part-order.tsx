import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LinkedItem } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import sides from '../../document/conversion/conversion.module.css';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from './joining.module.css';

type Parts = readonly LinkedItem[];
type Props = { readonly parts: Parts /** Null where the order stays as it is. */; readonly onOrder: ((parts: Parts) => void) | null };

/** The picture that was moved last, and which way. */
type Moved = { readonly itemId: string; readonly way: 'up' | 'down' };

/** The pictures in the order of the pages, each with two buttons that move it. */
export function PartOrder({ parts, onOrder }: Props) {
  const { t } = useI18n();
  const [moved, setMoved] = useState<Moved | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (moved !== null) focusAfter(list.current, moved);
  }, [moved]);
  const move = (from: number, way: Moved['way']) => {
    const part = parts[from];
    if (part === undefined || onOrder === null) return;
    onOrder(parts.toSpliced(from, 1).toSpliced(way === 'up' ? from - 1 : from + 1, 0, part));
    setMoved({ itemId: part.itemId, way });
  };
  const place = parts.findIndex(({ itemId }) => itemId === moved?.itemId);
  return (
    <section className={sides['side']}>
      <h3 className={sides['title']}>{t(onOrder === null ? 'joining.order.again' : 'joining.order')}</h3>
      <ol ref={list} className={styles['parts']}>
        {parts.map(({ itemId, name }, at) => (
          <li key={itemId} data-part={itemId} className={styles['part']}>
            <span className={styles['number']} aria-hidden>
              {at + 1}
            </span>
            <bdi className={styles['name']}>{name}</bdi>
            {onOrder !== null && <Moves name={name} isFirst={at === 0} isLast={at === parts.length - 1} onMove={(way) => move(at, way)} />}
          </li>
        ))}
      </ol>
      <output className="off-screen">
        {place >= 0 && t('joining.moved', { name: parts[place]?.name ?? '', place: place + 1, all: parts.length })}
      </output>
    </section>
  );
}

type MovesProps = {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (way: Moved['way']) => void;
};

function Moves({ name, isFirst, isLast, onMove }: MovesProps) {
  const { t } = useI18n();
  return (
    <span className={styles['moves']}>
      <Button look="icon" size="small" aria-label={t('joining.up', { name })} isDisabled={isFirst} onPress={() => onMove('up')}>
        <ArrowUp size={16} aria-hidden />
      </Button>
      <Button look="icon" size="small" aria-label={t('joining.down', { name })} isDisabled={isLast} onPress={() => onMove('down')}>
        <ArrowDown size={16} aria-hidden />
      </Button>
    </span>
  );
}

/** The same button of the picture that moved, so that it can be moved on; at the end of the list, the other one. */
function focusAfter(list: HTMLElement | null, { itemId, way }: Moved): void {
  const [up, down] = list?.querySelectorAll<HTMLButtonElement>(`[data-part="${CSS.escape(itemId)}"] button`) ?? [];
  const [wanted, other] = way === 'up' ? [up, down] : [down, up];
  (wanted?.disabled === true ? other : wanted)?.focus();
}
