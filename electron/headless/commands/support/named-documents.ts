import type { ItemFilter } from '#shared/app-api/item-filter.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Call } from './command.ts';

const PAGE = 500;
/** More documents than anybody decides on in one go. */
const PAGES_MAX = 100;

/** Those of a filter that are meant: a document has a number at the service, which a person knows, and an id here, which a program does. */
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

/** Whether it is one of these, in whatever case they were typed. */
export function byNumberOrId(named: readonly string[]): (item: Item) => boolean {
  const wanted = new Set(named.map((one) => one.toLowerCase()));
  return ({ id, state }) => wanted.has(id) || ('documentId' in state && state.documentId !== null && wanted.has(state.documentId));
}
