import type { AnswersView, RelayView } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './companies.module.css';
import { relayWords } from './relay-words.ts';
import { StandingLine } from './standing-line.tsx';

type Props = { readonly relay: RelayView; readonly answers: AnswersView; readonly now: WallMs };

/** Shows whether the accountant's answers arrive, judged by the last time they were really read. */
export function RelayLine(props: Props) {
  const i18n = useI18n();
  const { line, notes } = relayWords(props, i18n);
  return (
    <section className={styles['relay']}>
      <h2 className={styles['title']}>{i18n.t('relay.title')}</h2>
      <StandingLine {...line} />
      {notes.map((text) => (
        <p key={text} className={styles['quiet']}>
          {text}
        </p>
      ))}
    </section>
  );
}
