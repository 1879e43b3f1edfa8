import type { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { itemOf } from '#electron/journal/items/item-columns.ts';
import { itemRows } from '#electron/journal/items/item-rows.ts';
import { MIGRATIONS } from '#electron/journal/schema.ts';
import { transactions } from '#electron/journal/sqlite/transactions.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { migrate, openDatabase } from '#shared/node/sqlite/open-database.ts';
import { seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { anItem, happenings, items as anyItems, NOW } from '../../../shared/domain/items.ts';

const FOUND = { folderId: '44444444-4444-4444-8444-444444444444' as FolderId, writtenAt: NOW, unread: null };
const KEPT_MAX = 128;

function setUp() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  migrate(database, MIGRATIONS);
  database
    .prepare('INSERT INTO companies (id, name, colour, connection, connected_at) VALUES (?, ?, ?, ?, ?)')
    .run(anItem().companyId, 'Boulangerie', 'blue', '{"kind":"active","seenAt":0}', 0);
  const base = { database, clock: virtualClock(), random: seededRandom(1), ...transactions(database, () => 'there') };
  return { database, base, items: itemRows(base) };
}

function numbered(n: number, of: Item = anItem()): Item {
  return { ...of, id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as ItemId, sha256: String(n).padStart(64, '0') };
}

function onDisk(database: DatabaseSync, { id }: Item): Item {
  const row = database.prepare('SELECT * FROM items WHERE id = ?').get(id);
  if (row === undefined) throw new Error('it is not in the journal');
  return itemOf(row);
}

/** The columns by which the journal finds items, as the item itself says them. */
function foundBy({ state }: Item) {
  return {
    kind: state.kind,
    due_at: state.kind === 'waiting' ? state.dueAt : null,
    document_id: 'documentId' in state ? state.documentId : null,
  };
}

describe('the rows of items', () => {
  it('hold after every happening what is answered from memory, in every column', () => {
    const { database, items } = setUp();
    let n = 0;
    fc.assert(
      fc.property(fc.option(anyItems), fc.array(happenings, { minLength: 1, maxLength: 12 }), (any, all) => {
        let item = numbered((n += 1), structuredClone(any ?? anItem()));
        items.add(item, FOUND);
        for (const happening of all) {
          ({ item } = items.apply(item, structuredClone(happening), NOW));
          expect(items.get(item.id)).toBe(item);
          expect(onDisk(database, item)).toStrictEqual(item);
          expect(database.prepare('SELECT kind, due_at, document_id FROM items WHERE id = ?').get(item.id)).toEqual(foundBy(item));
        }
      }),
      { numRuns: 400 },
    );
    expect(items.counts()).toEqual(itemRows({ ...setUp().base, database }).counts());
  });

  it('are as before after a transaction that was undone', () => {
    const { base, items } = setUp();
    const item = numbered(1);
    base.transact(() => items.add(item, FOUND));
    const undone = (): void =>
      base.transact(() => {
        items.apply(item, { kind: 'upload-begun' }, NOW);
        throw new Error('the disk is full');
      });
    expect(undone).toThrow('the disk is full');
    expect(items.get(item.id)).toEqual(item);
    expect(items.counts().waiting).toBe(1);
  });

  it('are written in the columns that changed and in no other', () => {
    const { database, items } = setUp();
    const item = numbered(1);
    items.add(item, FOUND);
    // A value that only this test writes stays where nothing is to be changed.
    database.prepare('UPDATE items SET media_type = ?, sent_name = ?').run('image/tiff', 'autre.pdf');
    items.apply(item, { kind: 'upload-begun' }, NOW);
    expect(onDisk(database, item)).toMatchObject({ mediaType: 'image/tiff', sentName: 'autre.pdf', state: { kind: 'uploading' } });
  });

  it('are kept in memory as far as they are on their way', () => {
    const { database, items } = setUp();
    for (let n = 0; n <= KEPT_MAX; n += 1) items.add(numbered(n), FOUND);
    database.prepare('UPDATE items SET name = ?').run('autre.pdf');
    expect([1, 0].map((n) => items.get(numbered(n).id)?.name)).toEqual(['facture.pdf', 'autre.pdf']);
  });

  it('refuse a change to what is not there', () => {
    const { items } = setUp();
    expect(() => items.save(numbered(1))).toThrow('not in the journal');
  });
});
