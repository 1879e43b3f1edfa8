import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { EngineClient } from './engine-client.ts';

/** A file's path and the document that Intray made of it. `first` is the path at which these bytes were first seen. */
export type Seen = { readonly path: string; readonly item: Item; readonly first: string };

/** A demo has tens of documents; a user who drops more sees the newest. */
const ITEMS_MAX = 500;

/** Every file that the engine knows, with its document: each place of a document is a file of its own. */
export async function filesSeen(client: EngineClient): Promise<ReadonlyMap<string, Seen>> {
  const { items } = await client.items.list({ limit: ITEMS_MAX });
  const details = await Promise.all(items.map((item) => client.items.get({ itemId: item.id })));
  const seen = new Map<string, Seen>();
  for (const detail of details) {
    if (!detail.ok) continue;
    const { item, places } = detail.value;
    const first = places.toSorted((a, b) => a.seenAt - b.seenAt)[0]?.path ?? '';
    for (const { path } of places) seen.set(path, { path, item, first });
  }
  return seen;
}

/** Short text for a user: the state, and the accountant's or the service's reason if there is one. */
export function sayState({ item, path, first }: Seen): string {
  const state = item.state.kind;
  const reason = reasonOf(item);
  const linked = path === first ? '' : ' (the same document as a file before: not sent again)';
  return `${state}${reason === '' ? '' : `: ${reason}`}${linked}`;
}

/** Empty if there is no reason. */
export function reasonOf({ state }: Item): string {
  switch (state.kind) {
    case 'held':
      return state.question.kind;
    case 'aside':
      return state.why;
    case 'unfit':
      return state.problem.kind === 'declined' ? (state.problem.detail ?? 'declined') : state.problem.kind;
    case 'waiting':
    case 'uploading':
      return state.last?.kind ?? '';
    case 'awaiting':
      return '';
    case 'accepted':
    case 'refused':
      return state.reason ?? '';
    default:
      return unreachable(state);
  }
}

export function isFinal({ state }: Item): boolean {
  return state.kind === 'accepted' || state.kind === 'refused' || state.kind === 'unfit';
}
