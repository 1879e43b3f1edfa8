import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Journal } from './open-journal.ts';

/** The calls that the journal answers by itself. `dropCopies`: what waited to be sent was put aside. */
export function journalHandlers(journal: Journal, clock: Clock, dropCopies: (itemIds: readonly ItemId[]) => void = () => undefined) {
  const { list, bulkArrivals, sentBefore, typeDecisions, notes, resolved, unproven, noAnswers, recovery } = journal;
  return {
    items: {
      list: (query) => list.page(query),
      groups: (of) => ({ groups: [...list.groups(of)] }),
      counts: (filter) => list.countOf(filter),
      ids: (stretch) => ({ itemIds: [...list.idsOf(stretch)] }),
      chosen: (chosen) => list.chosen(chosen),
      get: ({ itemId }) => {
        const detail = list.detail(itemId);
        return detail === null ? fail({ kind: 'not-found' }) : ok(detail);
      },
      allow: ({ itemIds, withoutEntries }) => ({ allowed: list.allow(itemIds, { withoutEntries }) }),
      putAside: ({ itemIds }) => ({ aside: list.putAside(itemIds) }),
      putBack: ({ itemIds }) => ({ held: list.putBack(itemIds) }),
      decideType: ({ itemId, as }) => {
        const decided = typeDecisions.decide(itemId, as);
        if (decided.became === 'decided') dropCopies(decided.aside);
        return decided;
      },
      bulkArrival: (of) => bulkArrivals.bulkArrival(of),
      answerBulkArrival: (of) => bulkArrivals.answerBulkArrival(of),
      takeBackBulkAnswer: (of) => ({ held: bulkArrivals.takeBackBulkAnswer(of) }),
      answerSentBefore: (answered) => {
        const { left, ...done } = sentBefore.answer(answered);
        dropCopies(left);
        return { ...done, left: left.length };
      },
      note: ({ itemId, text }) => notes.note(itemId, text),
      asked: ({ itemIds }) => ({ asked: noAnswers.asked(itemIds) }),
      notAsked: ({ itemIds }) => ({ notAsked: noAnswers.notAsked(itemIds) }),
      resolve: ({ itemIds }) => ({ resolved: resolved.resolve(itemIds) }),
      unresolve: ({ itemIds }) => ({ unresolved: resolved.unresolve(itemIds) }),
      takeUnproven: ({ itemIds, says }) => ({ taken: unproven.takeUnproven(itemIds, says) }),
      wantSendAgain: ({ itemIds }) => ({ wanted: unproven.wantSendAgain(itemIds) }),
    },
    recovery: {
      seen: () => {
        recovery.seen(clock.wallMs());
        return { seen: true };
      },
    },
  } satisfies { items: Partial<AppHandlers['items']>; recovery: AppHandlers['recovery'] };
}
