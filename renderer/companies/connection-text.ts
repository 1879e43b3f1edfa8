import { CircleCheck, CircleDashed, CirclePause, CircleX, type LucideIcon } from 'lucide-react';
import type { Connection } from '#shared/domain/connection.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { I18n } from '../i18n/i18n.tsx';
import type { RelayView } from '#shared/app-api/views.ts';
import { mayBeLost, relayTrouble } from '#shared/domain/results/no-answer.ts';

export type ConnectionText = {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly word: string;
  readonly text: string;
};

/** Describes a connection: what is known, and what that means for the user. */
export function connectionText(connection: Connection, now: WallMs, { t, age, moment }: I18n): ConnectionText {
  const ago = (at: WallMs) => age(at, now) ?? t('common.now');
  switch (connection.kind) {
    case 'active':
      return {
        icon: CircleCheck,
        tone: 'good',
        word: t('connection.active'),
        text: t('connection.active.seen', { age: ago(connection.seenAt) }),
      };
    case 'checking':
      return {
        icon: CircleDashed,
        tone: 'warn',
        word: t(`connection.checking.${connection.doubt}`),
        text: t(`connection.checking.${connection.doubt}.text`),
      };
    case 'invalid':
      return { icon: CircleX, tone: 'bad', word: t('connection.invalid'), text: t(`connection.invalid.${connection.reason}`) };
    case 'paused':
      return {
        icon: CirclePause,
        tone: 'quiet',
        word: t('connection.paused'),
        text: t('connection.paused.text', { moment: moment(connection.since) }),
      };
    default:
      return unreachable(connection);
  }
}

/** Why no results are read, since when, and whether they are all still to come: the service tells each of them for a limited time only. */
export function relayTroubleText(
  { code, since }: Pick<Extract<RelayView, { kind: 'unreachable' }>, 'code' | 'since'>,
  now: WallMs,
  { t, moment }: Pick<I18n, 't' | 'moment'>,
): string {
  const whatOfThem = t(mayBeLost(since, now) ? 'relay.unreachable.text.late' : 'relay.unreachable.text', { moment: moment(since) });
  return `${t(`relay.trouble.${relayTrouble(code)}`)} ${whatOfThem}`;
}
