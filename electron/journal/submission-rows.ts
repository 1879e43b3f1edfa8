import { type Advance, advance } from '#shared/domain/advance.ts';
import { itemIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import { type Submission, submissionSchema } from '#shared/domain/submission.ts';
import { type ItemResult, weighResults } from '#shared/domain/weigh-results.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Base, Row } from './base.ts';
import type { ItemRows } from './item-rows.ts';

export type SubmissionRows = {
  /** Oldest first; the current sending of an item is the item itself. */
  earlier(itemId: ItemId): readonly Submission[];
  /** Sends a refused item again under the number, and keeps what became of it so far. Unchanged when it is not refused. */
  sendAgain(item: Item, by: { readonly resubmission: number; readonly elsewhere: boolean; readonly at: WallMs }): Advance;
  /** Whose earlier document it is. */
  ownerOf(documentId: string): ItemId | null;
  /** A result of a document that was sent again since: kept with that sending, and of no effect on the item. */
  lateResult(itemId: ItemId, result: ItemResult): void;
};

/** What became of an item before it was sent again. */
export function submissionRows({ database }: Base, items: ItemRows): SubmissionRows {
  const all = database.prepare('SELECT * FROM submissions WHERE item_id = ? ORDER BY resubmission');
  const owner = database.prepare('SELECT item_id FROM submissions WHERE document_id = ?');
  const update = database.prepare('UPDATE submissions SET result = ? WHERE item_id = ? AND resubmission = ?');
  const insert = database.prepare(`INSERT INTO submissions
    (item_id, resubmission, integration_id, reference, sent_elsewhere, received_at, document_id, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const earlier = (itemId: ItemId): readonly Submission[] => all.all(itemId).map(submissionOf);
  return {
    earlier,
    sendAgain: (item, { at, ...how }) => {
      const advanced = advance(item, { kind: 'sent-again', ...how }, at);
      if (advanced.item === item || item.state.kind !== 'refused') return advanced;
      const { id, resubmission, integrationId, reference, sentElsewhere, receivedAt, state } = item;
      const ended = [sentElsewhere ? 1 : 0, receivedAt, state.documentId, JSON.stringify(state)] as const;
      insert.run(id, resubmission, integrationId, reference, ...ended);
      items.save(advanced.item);
      return advanced;
    },
    ownerOf: (documentId) => {
      const row = owner.get(documentId);
      return row === undefined ? null : itemIdSchema.parse(row['item_id']);
    },
    lateResult: (itemId, result) => {
      for (const { resubmission, kind, documentId, at, reason, contradicted } of earlier(itemId)) {
        if (documentId !== result.documentId) continue;
        update.run(JSON.stringify(weighResults({ kind, documentId, at, reason, contradicted }, result)), itemId, resubmission);
      }
    },
  };
}

function submissionOf(row: Row): Submission {
  return submissionSchema.parse({
    ...JSON.parse(String(row['result'])),
    resubmission: row['resubmission'],
    integrationId: row['integration_id'],
    reference: row['reference'],
    sentElsewhere: row['sent_elsewhere'] === 1,
    receivedAt: row['received_at'],
  });
}
