import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import type { ConnectionText } from './connection-text.ts';
import styles from './companies.module.css';

/** A state: icon, word and explanation. */
export function StandingLine({ icon: Icon, tone, word, text }: ConnectionText) {
  return (
    <div className={styles['standing']}>
      <Icon size={17} aria-hidden className={classNames(tones[tone])} />
      <div>
        <p className={styles['word']}>{word}</p>
        <p className={styles['quiet']}>{text}</p>
      </div>
    </div>
  );
}
