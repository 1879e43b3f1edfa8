import type { PageFingerprint } from '#shared/domain/folder/inspected.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';

/** In page order; null for a page that is not known. */
export type Pages = readonly (PageFingerprint | null)[];

/** What pages belong to: the document's file, what was made of it, or the files that it was joined from. */
export type PagesOf = 'file' | 'version' | 'parts';

/** A sent document that has all pages of this one (`same`), or of which this one has all pages and more (`grown`). The figures count pages. */
export type Alike = { readonly way: 'same' | 'grown'; readonly itemId: ItemId; readonly pagesBefore: number; readonly pages: number };

/** All are part of the caller's transaction. */
export type PageFingerprintRows = {
  /** Keeps what pages draw, in place of what was kept before; nothing, if none of them is known. */
  keep(itemId: ItemId, of: PagesOf, pages: Pages): void;
  /** Keeps what the files draw that a document is joined from. */
  keepParts(itemId: ItemId, parts: readonly ItemId[]): void;
  /** Whether the document's file has exactly these pages, all of them known. */
  isDrawnBy(itemId: ItemId, pages: Pages): boolean;
  /** The likeliest sent document; null if there is none. `only`: whether it is this one. Of the same bytes, or of what it is joined from, others ask. */
  alike(item: Pick<Item, 'id' | 'companyId' | 'sha256' | 'parts'>, only?: ItemId): Alike | null;
  /** The same for a file that is no document yet. */
  alikePages(file: Pick<Item, 'companyId' | 'sha256'>, pages: Pages, only?: ItemId): Alike | null;
};

/** Of the documents with a page, the newest of these are compared: a page that very many have, such as terms and conditions, says little. */
const COMPARED_MAX = 50;

/** What the pages of documents draw, to tell when the same paper comes in other bytes (C51). */
export function pageFingerprintRows({ database }: JournalContext): PageFingerprintRows {
  const statements = prepared(database);
  const keep = (itemId: ItemId, of: PagesOf, pages: Pages): void => {
    // A content draws what it draws.
    if (of === 'file' && statements.hasSet.get(itemId, of) !== undefined) return;
    const known = knownOf(pages);
    statements.forgetPages.run(itemId, of);
    statements.forgetSet.run(itemId, of);
    if (known.length === 0) return;
    const n = statements.addSet.run(itemId, of, pages.length, pages.includes(null) ? 0 : 1).lastInsertRowid;
    for (const [at, page] of known.entries()) statements.addPage.run(page, n, at === 0 ? 1 : 0);
  };
  const setOf = (row: Row): PageSet => ({
    pages: Number(row['pages']),
    isWhole: row['is_whole'] === 1,
    known: statements.pagesOf.all(Number(row['n'])).map(({ page }) => String(page)),
  });
  return {
    keep,
    keepParts: (itemId, parts) => {
      // A part of which nothing is known counts as one page that is not known.
      const drawn = parts.flatMap((part): Pages => {
        const [file] = statements.sets.all(part).map(setOf);
        return file === undefined ? [null] : [...file.known, ...(file.isWhole ? [] : [null])];
      });
      keep(itemId, 'parts', drawn);
    },
    isDrawnBy: (itemId, pages) => {
      const [file] = statements.sets.all(itemId).map(setOf);
      if (file?.isWhole !== true || file.pages !== pages.length || pages.includes(null)) return false;
      const known = new Set<string | null>(file.known);
      return known.size === new Set(pages).size && pages.every((page) => known.has(page));
    },
    alike: ({ id, companyId, sha256, parts = [] }, only) => {
      const among = { companyId, sha256, except: [id, ...parts.map(({ itemId }) => itemId)], only };
      return first(statements.sets.all(id).map((row) => alikeTo(statements, setOf(row), among)));
    },
    alikePages: (file, pages, only) => {
      const set = { pages: pages.length, isWhole: !pages.includes(null), known: knownOf(pages) };
      return alikeTo(statements, set, { ...file, except: [], only });
    },
  };
}

type PageSet = {
  readonly pages: number;
  /** All of them are known. */
  readonly isWhole: boolean;
  /** Without repetition. */
  readonly known: readonly PageFingerprint[];
};

function knownOf(pages: Pages): readonly PageFingerprint[] {
  return [...new Set(pages)].filter((page) => page !== null);
}

function first(found: readonly (Alike | null)[]): Alike | null {
  return found.find((one) => one?.way === 'same') ?? found.find((one) => one !== null) ?? null;
}

/** Which documents are compared. */
type Among = Pick<Item, 'companyId' | 'sha256'> & { readonly except: readonly ItemId[]; readonly only: ItemId | undefined };

function alikeTo(statements: Statements, { pages, isWhole, known }: PageSet, among: Among): Alike | null {
  const { companyId, sha256, except, only = null } = among;
  const all = { company: companyId, sha256, except: JSON.stringify(except), known: JSON.stringify(known), only };
  const found = (way: Alike['way'], row: Row | undefined): Alike | null =>
    row === undefined ? null : { way, itemId: itemIdSchema.parse(row['item_id']), pagesBefore: Number(row['pages']), pages };
  const rarest = isWhole ? rarestOf(statements, known) : undefined;
  const same = rarest === undefined ? null : found('same', statements.same.get({ ...all, page: rarest, count: known.length }));
  if (same !== null) return same;
  const grown = known.flatMap((page) => found('grown', statements.grown.get({ ...all, page, pages })) ?? []);
  return grown.toSorted((a, b) => b.pagesBefore - a.pagesBefore)[0] ?? null;
}

/** The page that the fewest documents have: the others need not be compared. */
function rarestOf({ frequency }: Statements, known: readonly PageFingerprint[]): PageFingerprint | undefined {
  const counted = known.map((page) => ({ page, count: Number(frequency.get(page)?.['count']) }));
  return counted.toSorted((a, b) => a.count - b.count)[0]?.page;
}

/** The rule of `wasSent`. */
const SENT = `(i.kind IN ('uploading', 'awaiting', 'accepted') OR (i.kind IN ('waiting', 'held', 'aside')
  AND (i.left_at IS NOT NULL OR i.resubmission > 0)
  AND json_extract(i.state, '$.why') IS NOT 'replaced' AND json_extract(i.state, '$.unfit') IS NULL))`;

const MEANT = `i.company_id = :company AND i.sha256 IS NOT :sha256
  AND i.id NOT IN (SELECT value FROM json_each(:except)) AND (:only IS NULL OR i.id = :only) AND ${SENT}`;

/** How many of these pages a set has. */
const COMMON = '(SELECT count(*) FROM page_fingerprints WHERE set_n = s.n AND fingerprint IN (SELECT unhex(value) FROM json_each(:known)))';

function prepared(database: JournalContext['database']) {
  // CROSS JOIN makes SQLite start from the few sets with this page.
  const having = (condition: string): string => `FROM (SELECT set_n FROM page_fingerprints WHERE fingerprint = unhex(:page) ${condition}
    ORDER BY set_n DESC LIMIT ${COMPARED_MAX}) newest CROSS JOIN page_sets s ON s.n = newest.set_n CROSS JOIN items i ON i.id = s.item_id WHERE ${MEANT}`;
  return {
    forgetPages: database.prepare(
      'DELETE FROM page_fingerprints WHERE set_n IN (SELECT n FROM page_sets WHERE item_id = ? AND made_as = ?)',
    ),
    hasSet: database.prepare('SELECT 1 FROM page_sets WHERE item_id = ? AND made_as = ?'),
    forgetSet: database.prepare('DELETE FROM page_sets WHERE item_id = ? AND made_as = ?'),
    addSet: database.prepare('INSERT INTO page_sets (item_id, made_as, pages, is_whole) VALUES (?, ?, ?, ?)'),
    addPage: database.prepare('INSERT INTO page_fingerprints (fingerprint, set_n, is_first) VALUES (unhex(?), ?, ?)'),
    sets: database.prepare('SELECT n, pages, is_whole FROM page_sets WHERE item_id = ? ORDER BY n'),
    pagesOf: database.prepare('SELECT lower(hex(fingerprint)) AS page FROM page_fingerprints WHERE set_n = ? ORDER BY is_first DESC'),
    frequency: database.prepare(`SELECT count(*) AS count FROM (SELECT 1 FROM page_fingerprints WHERE fingerprint = unhex(?)
      LIMIT ${COMPARED_MAX})`),
    same: database.prepare(`SELECT s.item_id, s.pages ${having('')} AND ${COMMON} = :count ORDER BY s.pages, s.n DESC LIMIT 1`),
    grown: database.prepare(`SELECT s.item_id, s.pages ${having('AND is_first = 1')} AND s.is_whole = 1 AND s.pages < :pages
      AND ${COMMON} = (SELECT count(*) FROM page_fingerprints WHERE set_n = s.n) ORDER BY s.pages DESC, s.n DESC LIMIT 1`),
  };
}

type Statements = ReturnType<typeof prepared>;
