import type { IntegrationId, Reference } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { neverLeft } from '#shared/domain/item/aside.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

/** References under which the service may hold an item without our knowing: they were sent, and no clear answer came. */
export type UncertainSubmissionRows = {
  begun(reference: Reference): void;
  ended(reference: Reference, outcome: Outcome): void;
  /** Whether the item is in doubt under an integration other than this one. */
  elsewhere(itemId: ItemId, integrationId: IntegrationId): boolean;
  /** Whether the item is in doubt under any integration. */
  anywhere(itemId: ItemId): boolean;
  /** A user has decided to send it all the same. */
  cleared(itemId: ItemId): void;
};

export function uncertainSubmissionRows({ database }: JournalContext): UncertainSubmissionRows {
  const begun = database.prepare('UPDATE intents SET under_way = 1 WHERE reference = ?');
  const clear = database.prepare('UPDATE intents SET under_way = 0, doubt = 0 WHERE reference = ?');
  const nothingNew = database.prepare('UPDATE intents SET under_way = 0 WHERE reference = ?');
  const lost = database.prepare('UPDATE intents SET under_way = 0, doubt = 1 WHERE reference = ?');
  const doubtful = database.prepare(
    'SELECT 1 FROM intents WHERE item_id = ? AND integration_id <> ? AND (under_way = 1 OR doubt = 1) LIMIT 1',
  );
  const anywhere = database.prepare('SELECT 1 FROM intents WHERE item_id = ? AND (under_way = 1 OR doubt = 1) LIMIT 1');
  const clearItem = database.prepare('UPDATE intents SET under_way = 0, doubt = 0 WHERE item_id = ?');
  return {
    begun: (reference) => {
      begun.run(reference);
    },
    ended: (reference, outcome) => {
      const knows = { yes: clear, no: nothingNew, perhaps: lost }[isThere(outcome)];
      knows.run(reference);
    },
    elsewhere: (itemId, integrationId) => doubtful.get(itemId, integrationId) !== undefined,
    anywhere: (itemId) => anywhere.get(itemId) !== undefined,
    cleared: (itemId) => {
      clearItem.run(itemId);
    },
  };
}

/** What an answer says about this reference. `yes`: settled; `no`: this request stored nothing, earlier ones may have; `perhaps`: unknown. */
function isThere(outcome: Outcome): 'yes' | 'no' | 'perhaps' {
  switch (outcome.kind) {
    case 'received':
    case 'already-received':
    case 'declined':
      return 'yes';
    case 'revoked':
    case 'unauthorised':
      return 'no';
    case 'unclear':
      return 'perhaps';
    case 'failed':
      return neverLeft(outcome.failure.kind) ? 'no' : 'perhaps';
    default:
      return unreachable(outcome);
  }
}
