import type { Item } from '#shared/domain/item/item.ts';

/** Whether the bytes of a document may be on this computer: what was joined has no file of its own, and its copy is kept until it has arrived. */
export function isKept({ parts, conversion, state: { kind } }: Item): boolean {
  return parts === undefined || (conversion !== undefined && (kind === 'waiting' || kind === 'uploading' || kind === 'held'));
}
