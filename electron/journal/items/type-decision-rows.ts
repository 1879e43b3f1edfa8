import type { Delay, OtherType, TypeDecided } from '#shared/app-api/views.ts';
import { INVOICE_TYPES, type InvoiceType, isInvoiceType } from '#shared/contract/import-types.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { otherStanding, type TypeAnswer, typeEffect } from '#shared/domain/type-decision.ts';
import { datedResult, shownSince } from '#shared/domain/results/weigh-results.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';
import { statusSchema } from '../results/event-status.ts';
import type { ReferenceStemRows } from '../results/reference-stem-rows.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { itemOf } from './item-columns.ts';
import type { ItemRows } from './item-rows.ts';
import type { NoteFault } from '#shared/app-api/faults.ts';
import { mayHaveLeft } from '#shared/domain/item/aside.ts';
import { mayNote, withNote } from '#shared/domain/item/note.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { itemStateSchema } from '#shared/domain/item/item-state.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';

export type TypeDecisionRows = {
  /** Answers "purchase or sale?" in one transaction. A second answer changes nothing. */
  decide(itemId: ItemId, answer: TypeAnswer): TypeDecided;
};

type Rows = {
  readonly items: ItemRows;
  readonly otherTypes: OtherTypeRows;
  /** Releases these, and returns how many there were. */
  readonly allow: (itemIds: readonly ItemId[]) => number;
};

export function typeDecisionRows(base: JournalContext, { items, otherTypes, allow }: Rows): TypeDecisionRows {
  const byContent = base.database.prepare('SELECT * FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?');
  const otherOf = ({ companyId, importType, sha256 }: Item): Item | null => {
    const other = isInvoiceType(importType) ? INVOICE_TYPES.find((type) => type !== importType) : undefined;
    const row = other === undefined ? undefined : byContent.get(companyId, other, sha256);
    return row === undefined ? null : itemOf(row);
  };
  return {
    decide: (itemId, answer) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'held' || item.state.question.kind !== 'other-type') return { became: 'not-asked' };
        const other = otherOf(item);
        const standing = otherStanding(other, otherTypes.of(item)?.kind ?? null);
        const effect = typeEffect(answer, standing);
        const [sent, aside]: [ItemId[], ItemId[]] = [[], []];
        const happen = (to: Item, what: 'allowed' | 'put-aside', twin: ItemId | null): void => {
          if (what === 'allowed' && allow([to.id]) === 1) sent.push(to.id);
          if (what === 'allowed') return;
          const question = { kind: 'other-type', itemId: twin } as const;
          const after = items.apply(to, { kind: 'put-aside', question }, base.clock.wallMs()).item;
          if (after !== to) aside.push(to.id);
        };
        happen(item, effect.own, other?.id ?? null);
        if (other !== null && effect.other !== null) happen(other, effect.other, item.id);
        return { became: 'decided', sent, aside, standing, otherId: other?.id ?? null };
      }),
  };
}

export type NoteRows = {
  /** Stores the note to the accountant that goes with the document; an empty text deletes it. Too late once the intent is written. */
  note(itemId: ItemId, text: string): Result<Item, NoteFault>;
  /** How many were written in this run. */
  written(): number;
};

export function noteRows(base: JournalContext, items: ItemRows): NoteRows {
  let written = 0;
  return {
    written: () => written,
    note: (itemId, text) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item === null) return fail({ kind: 'not-found' });
        if (!mayNote(item)) return fail({ kind: mayHaveLeft(item) ? 'too-late' : 'not-to-be-sent' });
        const noted = withNote(item, text);
        items.save(noted);
        written += 1;
        // It waited for nothing else.
        const isAnswer = noted.comment !== undefined && item.state.kind === 'held' && item.state.question.kind === 'note';
        return ok(isAnswer ? items.apply(noted, { kind: 'allowed' }, base.clock.wallMs()).item : noted);
      }),
  };
}

export type DelayRows = {
  /** What has been failing since `before` or longer, of these companies: how many items, and why the oldest of them fails. */
  delay(of: { readonly before: WallMs; readonly companyIds: readonly CompanyId[] }): Delay | null;
};

const FAILING_SINCE = "json_extract(state, '$.failingSince')";

/** Reads only the index of migration "failing", so items that do not fail cost nothing. */
export function delayRows(base: JournalContext): DelayRows {
  // With min(), SQLite returns the other columns of the row that has the minimum.
  const oldest = base.database.prepare(`SELECT count(*) AS count, min(${FAILING_SINCE}) AS since, state FROM items
    WHERE ${FAILING_SINCE} IS NOT NULL AND ${FAILING_SINCE} <= ? AND company_id IN (SELECT value FROM json_each(?))`);
  return {
    delay: ({ before, companyIds }) => {
      const row = oldest.get(before, JSON.stringify(companyIds));
      if (row === undefined || Number(row['count']) === 0) return null;
      const state = itemStateSchema.parse(JSON.parse(String(row['state'])));
      const failure = 'last' in state ? state.last : null;
      return failure === null ? null : { items: Number(row['count']), failure, since: wallMs(Number(row['since'])) };
    },
  };
}

export type OtherTypeRows = {
  /**
   * The same bytes under the company's other type of invoice: our own item, else what the service reported of another computer's (C14). Of entries there
   * is none: no file can be an invoice as well.
   */
  of(item: Pick<Item, 'companyId' | 'importType' | 'sha256'>): OtherType | null;
};

export function otherTypeRows({ database }: JournalContext, stems: ReferenceStemRows): OtherTypeRows {
  // A part of a joined document goes out with it. A twin that is unfit, or that never left before it was put aside or its file was gone, is nothing to
  // confuse it with. The query names the type: with "any but this one" it would walk through all documents of the company, for each new file.
  const twin = database.prepare(`SELECT * FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?
    AND (json_extract(state, '$.why') = 'joined' OR (kind <> 'unfit' AND (kind <> 'aside' OR left_at IS NOT NULL OR resubmission > 0) AND json_extract(state, '$.unfit') IS NULL
    AND (json_extract(state, '$.question.kind') IS NOT 'gone' OR left_at IS NOT NULL OR resubmission > 0)))`);
  const told = database.prepare(`SELECT n, integration_id, document_id, reference, result, word, received_at FROM events
    WHERE reference BETWEEN ? AND ? AND document_id IS NOT NULL ORDER BY reference DESC, n DESC LIMIT 1`);
  const ofType = ({ companyId, sha256 }: Pick<Item, 'companyId' | 'sha256'>, importType: InvoiceType): OtherType | null => {
    const row = twin.get(companyId, importType, sha256);
    if (row !== undefined) {
      const item = itemOf(row);
      return { importType, itemId: item.id, kind: item.state.kind, at: shownSince(item) };
    }
    const event = stems
      .stemsOf({ companyId, sha256 }, importType)
      .map((stem) => told.get(`${stem}00`, `${stem}99`))
      .find((found) => found !== undefined);
    if (event === undefined) return null;
    const { result } = statusSchema.parse(event);
    const at = result === null ? wallMsSchema.parse(event['received_at']) : datedResult(result, null).at;
    return { importType, itemId: null, kind: result?.kind ?? 'awaiting', at };
  };
  return {
    of: (item) => {
      const { importType } = item;
      if (!isInvoiceType(importType)) return null;
      return INVOICE_TYPES.filter((type) => type !== importType).flatMap((type) => ofType(item, type) ?? [])[0] ?? null;
    },
  };
}
