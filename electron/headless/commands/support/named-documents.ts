import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Call } from './command.ts';

const PAGE = 500;
/** More documents than anybody decides on at once. */
const PAGES_MAX = 100;

/** The documents of a filter that `isMeant` selects. A person knows a document's number at the service, a program its id here. */
export async function namedDocuments({ client }: Call, filter: ItemFilter, isMeant: (item: Item) => boolean): Promise<readonly Item[]> {
  const found: Item[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page: Awaited<ReturnType<Call['client']['items']['list']>> = await client.items.list({
      ...filter,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.items.filter(isMeant));
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}

/** Whether a document is one of these, ignoring case. */
export function byNumberOrId(named: readonly string[]): (item: Item) => boolean {
  const wanted = new Set(named.map((one) => one.toLowerCase()));
  return ({ id, state }) => wanted.has(id) || ('documentId' in state && state.documentId !== null && wanted.has(state.documentId));
}
