import { join } from 'node:path';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { type CopyOwner, readCopyHeader } from '#shared/domain/folder/read-copy-header.ts';
import type { SpoolDeps } from './spool-deps.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Files } from '#shared/ports/files.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';

/**
 * A file of the spool, and how much of it is the copy. `isKnown`: this run of the program has written and flushed it, or has compared its hash; of a
 * copy that an earlier run left, a power cut may have damaged any part.
 */
export type CopySlot = Omit<CopyOwner, 'itemId'> & { readonly path: string; readonly isKnown: boolean };

type Wanted = (itemId: ItemId) => boolean;
type GivenBack = 'free' | 'doubtful';

/** As many as there are copies ahead of the uploads: further files would never be reused. */
const FREE_MAX = 24;

/** Which file of the spool contains which copy, and which files are free to be overwritten. */
export class CopySlots {
  readonly #of: SpoolDeps;
  readonly #full = new Map<ItemId, readonly CopySlot[]>();
  readonly #free: string[] = [];
  /** The files that this run of the program made, or whose owner it has read. */
  readonly #known = new Set<string>();
  readonly #leaving = new Set<Promise<unknown>>();
  /** Files that are being read: by how many, and what becomes of them afterwards if they belong to no item any more. */
  readonly #held = new Map<string, { by: number; givenBack: GivenBack | null }>();
  #wanted: Wanted | null = null;
  #learning: Promise<boolean> | null = null;

  constructor(of: SpoolDeps) {
    this.#of = of;
  }

  /** More than one only if an earlier run dropped the copy and made it again. */
  of(itemId: ItemId): readonly CopySlot[] {
    return this.#full.get(itemId) ?? [];
  }

  /** A file to overwrite; it belongs to no item until it is filled. A new one has an unused name, so that no file of unknown owner is overwritten. */
  take(): string {
    const path = this.#free.pop() ?? join(this.#of.folder, this.#of.random.uuid());
    this.#known.add(path);
    return path;
  }

  /** Until the returned function is called, nothing overwrites the file, and nothing removes it. */
  hold(path: string): () => Promise<void> {
    const held = this.#held.get(path) ?? { by: 0, givenBack: null };
    held.by += 1;
    this.#held.set(path, held);
    return async () => {
      held.by -= 1;
      if (held.by > 0) return;
      this.#held.delete(path);
      if (held.givenBack !== null) await this.giveBack(path, held.givenBack);
    };
  }

  /** Its hash was compared; `bytes` is the size of the copy. */
  confirm(itemId: ItemId, slot: CopySlot, bytes: number): CopySlot {
    const confirmed = { ...slot, bytes, isKnown: true };
    const all = this.of(itemId);
    // Meanwhile the item may have stopped needing it.
    if (all.includes(slot))
      this.#full.set(
        itemId,
        all.map((one) => (one === slot ? confirmed : one)),
      );
    return confirmed;
  }

  /** Makes `slot` the item's copy; null if the item no longer needs one. */
  async fill(itemId: ItemId, slot: CopySlot | null): Promise<void> {
    const before = this.of(itemId);
    if (slot === null) this.#full.delete(itemId);
    else this.#full.set(itemId, [slot]);
    for (const { path } of before) await this.giveBack(path, 'free');
  }

  /** The file belongs to no item. It may be overwritten later, unless something may still be writing to it (`doubtful`), or its space is needed. */
  async giveBack(path: string, as: GivenBack): Promise<void> {
    const held = this.#held.get(path);
    if (held !== undefined) held.givenBack = as;
    else if (as === 'free' && this.#free.length < FREE_MAX && !this.#of.isLow()) this.#setFree(path);
    else await this.remove(path);
  }

  #setFree(path: string): void {
    this.#free.push(path);
    this.#of.onFree?.(path);
  }

  /** A failure does no harm: the next start tidies away a leftover copy, and only this user can read it. */
  async remove(path: string): Promise<void> {
    const leaving = this.#of.files.remove(path);
    this.#leaving.add(leaving);
    await leaving;
    this.#leaving.delete(leaving);
    this.#known.delete(path);
  }

  /** Also waits for removals that other callers began: after it the program may end. */
  async removeFree(): Promise<void> {
    for (const path of this.#free.splice(0)) await this.remove(path);
    await Promise.all(this.#leaving);
  }

  /** Reads which copies earlier runs left: once, and again until all could be read. Does nothing before it is known which are wanted. */
  async learn(wanted: Wanted | null = this.#wanted): Promise<void> {
    this.#wanted = wanted;
    if (wanted === null) return;
    this.#learning ??= this.#learnAll(wanted);
    if (!(await this.#learning)) this.#learning = null;
  }

  /** True when nothing is left to learn. */
  async #learnAll(wanted: Wanted): Promise<boolean> {
    const { files, folder } = this.#of;
    const listed = await files.list(folder);
    if (!listed.ok) return false;
    let all = true;
    for (const { name } of listed.value) {
      if (!this.#known.has(join(folder, name)) && !(await this.#learnOne(name, wanted))) all = false;
    }
    return all;
  }

  async #learnOne(name: string, wanted: Wanted): Promise<boolean> {
    const path = join(this.#of.folder, name);
    const start = await this.#of.files.readPart(path, 0, COPY_HEADER_BYTES);
    if (!start.ok) return start.failure.kind === 'gone';
    const owner = readCopyHeader(start.value) ?? wholeFile(name);
    if (owner === null || !wanted(owner.itemId)) await this.remove(path);
    else {
      this.#known.add(path);
      const { from, bytes } = owner;
      this.#full.set(owner.itemId, [...this.of(owner.itemId), { path, from, bytes, isKnown: false }]);
    }
    return true;
  }
}

/** An older version gave each copy a file of its own, named by the item's id. */
function wholeFile(name: string): CopyOwner | null {
  const itemId = itemIdSchema.safeParse(name);
  return itemId.success ? { itemId: itemId.data, from: 0, bytes: null } : null;
}

export type CopyBudget = {
  /** Asks the disk for its free space, unless it did so a moment ago. */
  look(): Promise<void>;
  /** So little space is left that no file is kept for reuse and no copy is made before its turn. */
  readonly isLow: () => boolean;
  /** How many bytes may be under way at a time; one document always may. */
  bytesAhead(): number;
  /** Whether a copy of this size leaves the journal its space, after deleting unused files if necessary. */
  takes(bytes: number): Promise<boolean>;
  /** One of our writes met a full disk. */
  full(): Promise<void>;
};

type CopyBudgetDeps = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly files: Pick<Files, 'room'>;
  readonly folder: string;
  /** Deletes the files that are kept for reuse. */
  readonly giveBack: () => Promise<void>;
  /** Has the journal write its log, which takes up to 4 MB, into the database. It costs a flush of both. */
  readonly shrinkLog: () => void;
};

/** Twice what copies ahead may take: with less, they would compete with everything else that writes to this disk. */
export const LOW_BYTES = 64_000_000;
/** What a copy must leave free: rows of the journal take precedence. The journal also has a reserve of its own (`keep-reserve.ts`). */
export const LEFT_BYTES = 524_288;
const LOOK_EVERY_MS = SECOND_MS / 5;
/** A disk that does not report its free space counts as full for this long after a write failed for lack of space. */
const FULL_FOR_MS = MINUTE_MS;

/** Watches the free space on the disk of the copies. Copies only save time, and must not be what fills the disk (ADR-34). */
export function copyBudget({ clock, files, folder, giveBack, shrinkLog }: CopyBudgetDeps): CopyBudget {
  let free: number | null = null;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let fullAtMs = Number.NEGATIVE_INFINITY;
  const isLow = (): boolean => (free === null ? clock.monotonicMs() - fullAtMs < FULL_FOR_MS : free < LOW_BYTES);
  const ask = async (): Promise<number | null> => {
    lookedAtMs = clock.monotonicMs();
    free = await files.room(folder);
    return free;
  };
  const takes = async (bytes: number): Promise<boolean> => {
    const now = await ask();
    return now === null || now - bytes >= LEFT_BYTES;
  };
  return {
    isLow,
    look: async () => {
      if (clock.monotonicMs() - lookedAtMs < LOOK_EVERY_MS) return;
      await ask();
      if (isLow()) await giveBack();
    },
    bytesAhead: () => (isLow() ? (free ?? 0) / 2 : Number.POSITIVE_INFINITY),
    takes: async (bytes) => {
      if (await takes(bytes)) return true;
      await giveBack();
      shrinkLog();
      return takes(bytes);
    },
    full: async () => {
      fullAtMs = clock.monotonicMs();
      await giveBack();
      shrinkLog();
    },
  };
}
