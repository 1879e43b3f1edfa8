import type { ItemId } from '#shared/domain/ids.ts';
import type { EngineClient } from '../link/engine.ts';

const PAGE_ROWS = 500;
/** 100,000 files in one folder; a person with more has to ask a second time. */
const PAGES_MAX = 200;

/** Those among the held that wait for a general yes; other questions are answered one by one. */
export async function heldFloods(client: EngineClient): Promise<readonly ItemId[]> {
  const found: ItemId[] = [];
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer: Awaited<ReturnType<EngineClient['items']['list']>> = await client.items.list({
      states: ['held'],
      limit: PAGE_ROWS,
      ...(after === null ? {} : { after }),
    });
    found.push(...answer.items.flatMap(({ id, state }) => (state.kind === 'held' && state.question.kind === 'flood' ? [id] : [])));
    after = answer.next;
    if (after === null) break;
  }
  return found;
}
