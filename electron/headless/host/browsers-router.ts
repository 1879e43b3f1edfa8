import { implement } from '@orpc/server';
import { browsersContract } from '#shared/app-api/browsers-contract.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { RequestSource } from './request-guard.ts';
import type { Sessions } from './sessions.ts';

const api = implement(browsersContract).$context<{ readonly caller: RequestSource }>();

/** Calls of the window and the command line about signed-in browsers. */
export function browsersRouter(sessions: Sessions) {
  return api.router({
    list: api.list.handler(({ context: { caller } }) => {
      const browsers = sessions.all().map(({ id, browser, system, signedInAt, usedAt }) => {
        return { id, browser, system, signedInAt, usedAt, own: id === caller?.id };
      });
      return { browsers: browsers.toReversed().toSorted((one, other) => Number(other.own) - Number(one.own)) };
    }),
    end: api.end.handler(({ input: { id } }) => (sessions.end(id) ? ok({ ended: 1 }) : fail({ kind: 'not-found' as const }))),
    endOthers: api.endOthers.handler(({ context: { caller } }) => ({ ended: sessions.endAll(caller) })),
    endAll: api.endAll.handler(() => ({ ended: sessions.endAll(null) })),
  });
}
