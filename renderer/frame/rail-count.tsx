import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './rail.module.css';

/** How many things need the person; nothing if there is none. `isStrong`: the one number that asks for attention. */
export function RailCount({ count, isStrong = false }: { readonly count: number; readonly isStrong?: boolean }) {
  const { t, number } = useI18n();
  if (count <= 0) return null;
  return (
    <span className={classNames(styles['count'], isStrong && styles['strong'])}>
      <span aria-hidden>{number(count)}</span>
      <span className="off-screen">{t('frame.to-look-at', { count })}</span>
    </span>
  );
}
