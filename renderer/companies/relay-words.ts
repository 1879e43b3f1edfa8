import { CircleCheck, CircleDashed, Unplug } from 'lucide-react';
import type { AnswersView, RelayView } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { I18n } from '../i18n/i18n.tsx';
import type { ConnectionText } from './connection-text.ts';
import { relayTroubleText } from './relay-trouble-text.ts';

type Seen = { readonly relay: RelayView; readonly answers: AnswersView; readonly now: WallMs };

/** Whether the accountant's answers arrive, and how; `notes` has a sentence per thing to know and is empty if all is well. */
export function relayWords(
  { relay, answers, now }: Seen,
  i18n: I18n,
): { readonly line: ConnectionText; readonly notes: readonly string[] } {
  return { line: relayText(relay, now, i18n), notes: answersText(relay, answers, i18n) };
}

function relayText(relay: RelayView, now: WallMs, i18n: I18n): ConnectionText {
  const { t, age } = i18n;
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
        text: relayTroubleText(relay, now, i18n),
      };
    case 'connecting':
      return { icon: CircleDashed, tone: 'quiet', word: t('relay.connecting'), text: t('relay.connecting.text') };
    case 'not-set':
      return { icon: CircleDashed, tone: 'warn', word: t('relay.not-set'), text: t('relay.not-set.text') };
    default:
      return unreachable(relay);
  }
}

function answersText(relay: RelayView, { mode, missing, forged, closed }: AnswersView, { t }: I18n): readonly string[] {
  return [
    ...(relay.kind === 'connected' ? [t(`relay.mode.${mode}`)] : []),
    ...(missing > 0 ? [t('relay.missing', { count: missing })] : []),
    ...(forged > 0 ? [t('relay.forged', { count: forged })] : []),
    ...(closed.length > 0 ? [t('relay.closed', { count: closed.length })] : []),
  ];
}
