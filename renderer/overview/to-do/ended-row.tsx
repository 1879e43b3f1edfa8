import { Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { focusHeading } from '../../parts/focus-heading.ts';
import styles from './ended-row.module.css';
import { Row } from './row.tsx';
import type { Ended } from './use-endings.ts';
import { useCountdown } from './use-countdown.ts';

/** Long enough to see what was pressed, and to take it back. */
const STAYS_SECONDS = 10;

type Props = { readonly ended: Ended; readonly onUndo: () => void; readonly onLeave: () => void };

/** What was just ended, in its place, as its own undo. */
export function EndedRow({ ended, onUndo, onLeave }: Props) {
  const { t } = useI18n();
  const row = useRef<HTMLLIElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const { item, kind, hadFocus } = ended;
  const { left, isHeld, handlers } = useCountdown(STAYS_SECONDS, () => {
    const { current } = row;
    // The focus goes on at what stands in its place then.
    if (current?.contains(document.activeElement) === true) focusHeading(current.nextElementSibling ?? current.closest('section'));
    onLeave();
  });
  useEffect(() => {
    if (hadFocus) undo.current?.focus({ preventScroll: true });
  }, [hadFocus]);
  return (
    <li ref={row} {...handlers}>
      <Row
        isEnded
        sign={<span className={styles['ring']} data-held={isHeld || undefined} aria-hidden />}
        title={t(`to-do.ended.${kind}`, { name: item.name })}
        text={kind === 'ignore' ? t('to-do.where', { where: t('documents.filter.aside') }) : undefined}
        endings={
          <>
            <PlainButton ref={undo} size="small" aria-label={`${t('told.undo')} – ${item.name}`} onPress={onUndo}>
              <Undo2 size={15} aria-hidden />
              {t('told.undo')}
            </PlainButton>
            <span className={styles['seconds']} aria-hidden>
              {t('to-do.seconds', { count: left })}
            </span>
          </>
        }
      />
    </li>
  );
}
