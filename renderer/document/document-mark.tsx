import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './document-mark.module.css';
import { type MarkKind, StateMark } from './state-mark.tsx';

/** Files that are one picture; everything else looks like a sheet of text. */
const PICTURE = /\.(jpe?g|png|bmp|gif|tiff?|heic|webp)$/i;

type Props = { readonly kind: MarkKind; readonly name: string };

/** The paper says what it is, the mark on its corner what became of it. The words are beside it. */
export function DocumentMark({ kind, name }: Props) {
  return (
    <span className={styles['document']} aria-hidden>
      <svg viewBox="0 0 28 34" className={styles['paper']}>
        <path className={styles['sheet']} d="M2 1.5h17l7 7v24h-24z" />
        <path className={styles['fold']} d="M19 1.5v7h7" />
        {PICTURE.test(name) ? (
          <>
            <circle className={styles['ink']} cx="9" cy="15" r="2.5" />
            <path className={styles['ink']} d="m5 27 6-7 4 4.5 3-3.5 5 6z" />
          </>
        ) : (
          <path className={styles['lines']} d="M6 8h8M6 14h16M6 19h16M6 24h10" />
        )}
      </svg>
      <StateMark kind={kind} className={classNames(styles['corner'])} />
    </span>
  );
}
