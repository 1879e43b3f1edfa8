import type { DocumentId, IntegrationId, Reference } from '#shared/contract/ids.ts';
import { type Advance, advance, type Happening } from '#shared/domain/item/advance.ts';
import { type CompanyId, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import { type Item, type Submission, submissionSchema } from '#shared/domain/item/item.ts';
import { takenOf } from '#shared/domain/results/unproven.ts';
import { partsOfReference } from '#shared/domain/item/reference.ts';
import { type FinalResult, type ItemResult, weighResults } from '#shared/domain/results/weigh-results.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';
import type { LineKeyRows } from './line-key-rows.ts';
import { numberedSentName, type SentFields, sentNameKey, type ServiceAnswer } from '#shared/domain/item/sending/sent-name.ts';

type Received = {
  readonly reference: Reference;
  readonly integrationId: IntegrationId;
  readonly documentId: DocumentId;
  readonly at: WallMs;
};

export type SubmissionRows = {
  /** Oldest first. The current sending of an item is the item itself. */
  earlier(itemId: ItemId): readonly Submission[];
  /**
   * Sends a refused item again under the given number, and stores what became of it so far. Unchanged if it is not refused. `as`: an accepted one, whose
   * lines a user has agreed to see booked twice.
   */
  sendAgain(item: Item, by: { readonly resubmission: number; readonly at: WallMs; readonly as?: ReadEntries }): Advance;
  /** The next part of a batch that is too large for one import follows an accepted one. Unchanged if there is none, or it may not. */
  nextPart(item: Item, at: WallMs): Advance;
  /** The item that this earlier document belongs to. */
  ownerOf(documentId: string): ItemId | null;
  /** A result for a document that was sent again since: stored with that sending, without effect on the item. */
  lateResult(itemId: ItemId, late: { readonly result: ItemResult; readonly sentAs: SentAs | null }): void;
  /** Stores what is known of the current sending as an earlier one; does nothing if the service has not named a document for it. */
  keep(item: Item): void;
  /** The service received a sending, but its answer came after another sending was reported. */
  received(itemId: ItemId, by: Received): void;
};

type Rows = { readonly items: ItemRows; readonly lineKeys: Pick<LineKeyRows, 'passOn'> };

/** What became of an item in its earlier sendings. */
export function submissionRows({ database }: JournalContext, { items, lineKeys }: Rows): SubmissionRows {
  const all = database.prepare('SELECT * FROM submissions WHERE item_id = ? ORDER BY resubmission');
  const owner = database.prepare('SELECT item_id FROM submissions WHERE document_id = ?');
  const update = database.prepare('UPDATE submissions SET result = ? WHERE item_id = ? AND resubmission = ?');
  // An existing row for a number is the service's word about that number, so it stays.
  const insert = database.prepare(`INSERT OR IGNORE INTO submissions
    (item_id, resubmission, integration_id, reference, sent_elsewhere, received_at, document_id, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const earlier = (itemId: ItemId): readonly Submission[] => all.all(itemId).map(submissionOf);
  const add = (itemId: ItemId, of: Submission): void => {
    const { resubmission, integrationId, reference, sentElsewhere, receivedAt, documentId, ...result } = of;
    const row = [sentElsewhere ? 1 : 0, receivedAt, documentId, JSON.stringify({ ...result, documentId })] as const;
    insert.run(itemId, resubmission, integrationId, reference, ...row);
  };
  const keep = (item: Item): void => {
    const known = knownOf(item);
    if (known !== null) add(item.id, known);
  };
  const anew = (item: Item, advanced: Advance, at: WallMs): Advance => {
    if (advanced.item === item) return advanced;
    keep(item);
    lineKeys.passOn(item, advanced.item, at);
    items.save(advanced.item);
    return advanced;
  };
  return {
    earlier,
    keep,
    sendAgain: (item, { resubmission, at, as }) => anew(item, advance(item, againAs(resubmission, as), at), at),
    nextPart: (item, at) => anew(item, advance(item, { kind: 'next-part' }, at), at),
    ownerOf: (documentId) => {
      const row = owner.get(documentId);
      return row === undefined ? null : itemIdSchema.parse(row['item_id']);
    },
    lateResult: (itemId, { result, sentAs }) => {
      const before = earlier(itemId).find(({ documentId }) => documentId === result.documentId);
      if (before !== undefined) {
        const isOpen = before.kind === 'awaiting' || before.unproven !== undefined;
        const weighed = isOpen ? final(result) : weighResults({ ...before, kind: before.kind }, result);
        update.run(JSON.stringify({ ...final(weighed), ...converted(before) }), itemId, before.resubmission);
      } else if (sentAs !== null) add(itemId, { ...sentAs, ...final(result), sentElsewhere: true, receivedAt: null });
    },
    received: (itemId, { reference, integrationId, documentId, at }) => {
      const resubmission = partsOfReference(reference)?.resubmission;
      if (resubmission === undefined) return;
      const sent = { resubmission, reference, integrationId, sentElsewhere: false, receivedAt: at };
      add(itemId, { ...sent, kind: 'awaiting', documentId, at, reason: null, contradicted: false });
    },
  };
}

function againAs(resubmission: number, as: ReadEntries | undefined): Happening {
  return as === undefined ? { kind: 'sent-again', resubmission } : { kind: 'entries-again', resubmission, as };
}

/** What the service has said about the current sending. */
function knownOf(item: Item): Submission | null {
  const { resubmission, integrationId, reference, sentElsewhere, receivedAt, state } = item;
  const sent = { resubmission, integrationId, reference, sentElsewhere, receivedAt, ...converted(item) };
  const unproven = takenOf({ state });
  if (state.kind === 'accepted' || state.kind === 'refused')
    return { ...sent, ...final(state), ...(unproven === null ? {} : { unproven }) };
  if (state.kind !== 'awaiting' || state.documentId === null) return null;
  return { ...sent, kind: 'awaiting', documentId: state.documentId, at: state.since, reason: null, contradicted: false };
}

function converted({ conversion }: Pick<Submission, 'conversion'>): Pick<Submission, 'conversion'> {
  return conversion === undefined ? {} : { conversion };
}

function final({
  kind,
  documentId,
  at,
  rejectedAt,
  reason,
  contradicted = false,
}: ItemResult & { readonly contradicted?: boolean }): FinalResult {
  return { kind, documentId, at, ...(rejectedAt === undefined ? {} : { rejectedAt }), reason, contradicted };
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

/** The number, integration and reference that a document was sent under, as its event says. */
export type SentAs = { readonly resubmission: number; readonly integrationId: IntegrationId; readonly reference: Reference };

export type SentNameRows = {
  /**
   * Reserves a name that no other document of the company is sent under, as close to the wanted one as possible. Part of the caller's transaction.
   */
  take(companyId: CompanyId, wanted: string): string;
};

/** Number of tries in steps of one. Then the steps double, so that a folder full of `scan (2).pdf` stays cheap too. */
const TRIES_BY_ONE = 100;
/** Far more doublings than there are numbers. */
const TRIES_MAX = TRIES_BY_ONE + 50;

export function sentNameRows({ database }: JournalContext): SentNameRows {
  const insert = database.prepare('INSERT OR IGNORE INTO sent_names (company_id, name) VALUES (?, ?)');
  const last = database.prepare('SELECT last FROM sent_names WHERE company_id = ? AND name = ?');
  const given = database.prepare('UPDATE sent_names SET last = ? WHERE company_id = ? AND name = ?');
  return {
    take: (companyId, wanted) => {
      const key = sentNameKey(wanted);
      const isFree = (name: string): boolean => insert.run(companyId, sentNameKey(name)).changes === 1;
      if (isFree(wanted)) return wanted;
      let number = Number(last.get(companyId, key)?.['last']);
      let step = 1;
      for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
        number += step;
        const name = numberedSentName(wanted, number);
        if (isFree(name)) {
          given.run(number, companyId, key);
          return name;
        }
        if (tries >= TRIES_BY_ONE) step *= 2;
      }
      throw new Error('no number is left for a name');
    },
  };
}

export type AttemptRows = {
  /** A try was begun: what its form says, and what is sent as the file. Part of the caller's transaction. */
  begun(item: Item, of: { readonly reference: Reference; readonly at: WallMs; readonly fields: SentFields }): void;
  /** The newest try of the reference ended. Part of the caller's transaction. */
  ended(reference: Reference, of: { readonly at: WallMs; readonly outcome: Outcome['kind']; readonly answer: ServiceAnswer | null }): void;
};

/** Of a reference that the service did not answer for days, the first try and the newest ones are kept. */
const ATTEMPTS_MAX = 20;
/** What is kept of each try to send a document. */
export function attemptRows({ database }: JournalContext): AttemptRows {
  const insert = database.prepare(`INSERT INTO attempts (reference, n, begun_at, fields, sha256, bytes, media_type)
    SELECT :reference, coalesce(max(n), 0) + 1, :at, :fields, :sha256, :bytes, :mediaType FROM attempts WHERE reference = :reference
    RETURNING n`);
  const forget = database.prepare('DELETE FROM attempts WHERE reference = ? AND n > 1 AND n <= ?');
  const update = database.prepare(`UPDATE attempts SET ended_at = ?, outcome = ?, status = ?, answer = ?
    WHERE reference = ?5 AND n = (SELECT max(n) FROM attempts WHERE reference = ?5) AND ended_at IS NULL`);
  return {
    begun: ({ sha256, bytes, mediaType, conversion }, { reference, at, fields }) => {
      const sent = conversion ?? { sha256, bytes, mediaType };
      const row = { sha256: sent.sha256 ?? '', bytes: sent.bytes, mediaType: sent.mediaType ?? '' };
      const n = Number(insert.get({ reference, at, fields: JSON.stringify(fields), ...row })?.['n']);
      if (n > ATTEMPTS_MAX) forget.run(reference, n - ATTEMPTS_MAX + 1);
    },
    ended: (reference, { at, outcome, answer }) => void update.run(at, outcome, answer?.status ?? null, answer?.body ?? null, reference),
  };
}
