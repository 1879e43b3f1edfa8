import { createNoAnswerWatch, type NoAnswerWatch } from '../../results/no-answer-watch.ts';
import type { Results } from '../../results/create-results.ts';
import { serviceAnswers } from '../../service/service-answers.ts';
import type { RemotePartsDeps } from '../create-remote-parts.ts';

/** The watch over unanswered documents, given what relay and service are seen to do. */
export function watchNoAnswers(of: Omit<RemotePartsDeps, 'deps' | 'removed'>, results: Results): NoAnswerWatch {
  const { world, journal, settings, effects } = of;
  return createNoAnswerWatch({
    clock: world.clock,
    log: world.log,
    store: journal.noAnswers,
    askAfterDays: () => settings.get().askAfterDays,
    silentSince: () => {
      const relay = results.view();
      return relay.kind === 'unreachable' ? relay.since : null;
    },
    wasRead: () => results.view().kind === 'connected',
    serviceAnswers: serviceAnswers({ http: world.http, profile: () => settings.get().service }),
    closedLinks: () => results.way().closed,
    logsSince: () => results.heard().logsSince,
    told: effects,
  });
}
