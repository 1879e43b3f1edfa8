import { join } from 'node:path';
import { itemIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { type CopyOwner, readCopyHeader } from '#shared/domain/folder/read-copy-header.ts';
import type { SpoolDeps } from './spool-deps.ts';

/** A file of ours, and how much of it is the copy. */
export type CopySlot = Omit<CopyOwner, 'itemId'> & { readonly path: string };

type Wanted = (itemId: ItemId) => boolean;

/** As many as may lie ahead of the uploads: beyond that nothing would be written over them. */
const FREE_MAX = 24;

/** Which copy lies in which file of the spool, and which files are free to be written over. */
export class CopySlots {
  readonly #of: SpoolDeps;
  readonly #full = new Map<ItemId, readonly CopySlot[]>();
  readonly #free: string[] = [];
  /** What this life made, and what it has learned of. */
  readonly #known = new Set<string>();
  readonly #leaving = new Set<Promise<unknown>>();
  #wanted: Wanted | null = null;
  #learning: Promise<boolean> | null = null;

  constructor(of: SpoolDeps) {
    this.#of = of;
  }

  /** More than one only after a life in which it was dropped and made again. */
  of(itemId: ItemId): readonly CopySlot[] {
    return this.#full.get(itemId) ?? [];
  }

  /** A file to write over; it is nobody's until it is filled. A new one has a name that never was: what is not known is never written over. */
  take(): string {
    const path = this.#free.pop() ?? join(this.#of.folder, this.#of.random.uuid());
    this.#known.add(path);
    return path;
  }

  /** From now on this is the item's copy; null when it needs none any more. */
  async fill(itemId: ItemId, slot: CopySlot | null): Promise<void> {
    const before = this.of(itemId);
    if (slot === null) this.#full.delete(itemId);
    else this.#full.set(itemId, [slot]);
    for (const { path } of before) await this.giveBack(path, 'free');
  }

  /** Nobody's copy is there. What was written there may be written over, unless that is not certain yet, or its room is wanted. */
  async giveBack(path: string, as: 'free' | 'doubtful'): Promise<void> {
    if (as === 'free' && this.#free.length < FREE_MAX && !this.#of.isLow()) this.#free.push(path);
    else await this.remove(path);
  }

  /** Failing is no matter: a copy too many is tidied away at the next start, and it is ours alone to read. */
  async remove(path: string): Promise<void> {
    const leaving = this.#of.files.remove(path);
    this.#leaving.add(leaving);
    await leaving;
    this.#leaving.delete(leaving);
    this.#known.delete(path);
  }

  /** Also waits for those that somebody else has begun to remove: after it the program may end. */
  async removeFree(): Promise<void> {
    for (const path of this.#free.splice(0)) await this.remove(path);
    await Promise.all(this.#leaving);
  }

  /** What the lives before this one left; once, and again as long as not all could be read. Before it is known what is wanted, nothing. */
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

/** An older version gave each copy a file of its own, with the item's name. */
function wholeFile(name: string): CopyOwner | null {
  const itemId = itemIdSchema.safeParse(name);
  return itemId.success ? { itemId: itemId.data, from: 0, bytes: null } : null;
}
