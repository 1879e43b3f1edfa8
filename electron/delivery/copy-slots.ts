import { join } from 'node:path';
import { itemIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { type CopyOwner, readCopyHeader } from '#shared/domain/folder/read-copy-header.ts';
import type { SpoolDeps } from './spool-deps.ts';

/** A file of the spool, and how much of it is the copy. */
export type CopySlot = Omit<CopyOwner, 'itemId'> & { readonly path: string };

type Wanted = (itemId: ItemId) => boolean;

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

  /** Makes `slot` the item's copy; null if the item no longer needs one. */
  async fill(itemId: ItemId, slot: CopySlot | null): Promise<void> {
    const before = this.of(itemId);
    if (slot === null) this.#full.delete(itemId);
    else this.#full.set(itemId, [slot]);
    for (const { path } of before) await this.giveBack(path, 'free');
  }

  /** The file belongs to no item. It may be overwritten later, unless something may still be writing to it (`doubtful`), or its space is needed. */
  async giveBack(path: string, as: 'free' | 'doubtful'): Promise<void> {
    if (as === 'free' && this.#free.length < FREE_MAX && !this.#of.isLow()) this.#free.push(path);
    else await this.remove(path);
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
    const start = await this.#of.files.readStart(path, COPY_HEADER_BYTES);
    if (!start.ok) return start.failure.kind === 'gone';
    const owner = readCopyHeader(start.value) ?? wholeFile(name);
    if (owner === null || !wanted(owner.itemId)) await this.remove(path);
    else {
      this.#known.add(path);
      const { from, bytes } = owner;
      this.#full.set(owner.itemId, [...this.of(owner.itemId), { path, from, bytes }]);
    }
    return true;
  }
}

/** An older version gave each copy a file of its own, named by the item's id. */
function wholeFile(name: string): CopyOwner | null {
  const itemId = itemIdSchema.safeParse(name);
  return itemId.success ? { itemId: itemId.data, from: 0, bytes: null } : null;
}
