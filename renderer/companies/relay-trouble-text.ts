import type { RelayView } from '#shared/app-api/views.ts';
import { mayBeLost, relayTrouble } from '#shared/domain/results/no-answer.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { I18n } from '../i18n/i18n.tsx';

/** Why no results are read, since when, and whether they are all still to come: the service tells each of them for a limited time only. */
export function relayTroubleText(
  { code, since }: Pick<Extract<RelayView, { kind: 'unreachable' }>, 'code' | 'since'>,
  now: WallMs,
  { t, moment }: Pick<I18n, 't' | 'moment'>,
): string {
  const whatOfThem = t(mayBeLost(since, now) ? 'relay.unreachable.text.late' : 'relay.unreachable.text', { moment: moment(since) });
  return `${t(`relay.trouble.${relayTrouble(code)}`)} ${whatOfThem}`;
}
