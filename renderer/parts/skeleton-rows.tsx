import styles from './skeleton-rows.module.css';

/** As many as a window of ordinary height shows; a longer list is not worth more of them. */
const ROWS = [1, 2, 3, 4, 5, 6];

/** The quiet shape of a list whose rows are on their way. Whatever it stands in says so in words. */
export function SkeletonRows() {
  return (
    <div className={styles['rows']} aria-hidden>
      {ROWS.map((row) => (
        <div key={row} className={styles['row']}>
          <span className={styles['mark']} />
          <span className={styles['words']} />
        </div>
      ))}
    </div>
  );
}
