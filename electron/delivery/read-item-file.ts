import type { AllTheSame } from '#shared/domain/item/all-the-same.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFacts, FileReader, ReadRequest } from '#shared/ports/file-reader.ts';
import type { FileFault } from '#shared/ports/files.ts';
import type { DeliveryStore } from './store.ts';

/** Why none of the item's files gives its bytes. */
export type NoFile = Extract<AllTheSame, 'gone' | 'changed' | 'in-cloud' | 'unreadable'>;

type ReadFileDeps = { readonly store: Pick<DeliveryStore, 'places'>; readonly reader: FileReader };

/** Reads a file that still holds the item's bytes, without making a copy. If there is none, fails with the most promising reason found. */
export async function readItemFile({ id, sha256 }: Item, want: ReadRequest['want'], by: ReadFileDeps): Promise<Result<FileFacts, NoFile>> {
  const found = new Set<NoFile>();
  for (const place of by.store.places(id)) {
    const read = await by.reader.read({ ...place, want, copy: null });
    if (read.ok && read.value.sha256 !== null && read.value.sha256 === sha256) return ok(read.value);
    found.add(read.ok ? 'changed' : noFileOf(read.failure));
  }
  const nearest: readonly NoFile[] = ['in-cloud', 'unreadable', 'changed'];
  return fail(nearest.find((one) => found.has(one)) ?? 'gone');
}

function noFileOf({ kind }: FileFault): NoFile {
  if (kind === 'gone' || kind === 'in-cloud') return kind;
  return kind === 'escaped' ? 'changed' : 'unreadable';
}
