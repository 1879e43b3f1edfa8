import { CircleCheck, CircleDashed, Unplug } from 'lucide-react';
import type { AnswersView, RelayView } from '#shared/app-api/views.ts';
import { relayTrouble } from '#shared/domain/relay-trouble.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type Speech, useSpeech } from '../speech/speech.tsx';
import styles from './companies.module.css';
import type { ConnectionText } from './connection-text.ts';
import { StandingLine } from './standing-line.tsx';

type Props = { readonly relay: RelayView; readonly answers: AnswersView; readonly now: WallMs };

/** Whether the accountant's answers come in: by the last time that they were really read. */
export function RelayLine({ relay, answers, now }: Props) {
  const speech = useSpeech();
  return (
    <section className={styles['relay']}>
      <h3 className={styles['title']}>{speech.t('relay.title')}</h3>
      <StandingLine {...relayText(relay, now, speech)} />
      {answersText(relay, answers, speech).map((text) => (
        <p key={text} className={styles['quiet']}>
          {text}
        </p>
      ))}
    </section>
  );
}

function relayText(relay: RelayView, now: WallMs, { t, age, moment }: Speech): ConnectionText {
  switch (relay.kind) {
    case 'connected': {
      const ago = age(relay.lastReadAt, now) ?? t('common.now');
      return { icon: CircleCheck, tone: 'good', word: t('relay.connected'), text: t('relay.connected.seen', { age: ago }) };
    }
    case 'unreachable':
      return {
        icon: Unplug,
        tone: 'bad',
        word: t('relay.unreachable'),
        text: `${t(`relay.trouble.${relayTrouble(relay.code)}`)} ${t('relay.unreachable.text', { moment: moment(relay.since) })}`,
      };
    case 'not-set':
      return { icon: CircleDashed, tone: 'warn', word: t('relay.not-set'), text: t('relay.not-set.text') };
    default:
      return unreachable(relay);
  }
}

/** How answers come in, and what there is to ask about: each a sentence, and none where all is well. */
function answersText(relay: RelayView, { mode, missing, forged, closed }: AnswersView, { t }: Speech): readonly string[] {
  return [
    ...(relay.kind === 'connected' ? [t(`relay.mode.${mode}`)] : []),
    ...(missing > 0 ? [t('relay.missing', { count: missing })] : []),
    ...(forged > 0 ? [t('relay.forged', { count: forged })] : []),
    ...(closed.length > 0 ? [t('relay.closed', { count: closed.length })] : []),
  ];
}
