import { implement } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { JoinNews, SendConversion } from '#shared/app-api/conversion.ts';
import type { ItemDetail } from '#shared/app-api/views.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { advance } from '#shared/domain/item/advance.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { joinedInto, mayUndoJoin, pictureKindOf } from '#shared/domain/item/joining/joining.ts';
import { joinedName } from '#shared/domain/item/joining/parts.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { conversionOf } from './made-up-versions.ts';
import type { Story, WindowState } from './window-state.ts';

type Told = Pick<Story, 'state' | 'ring'>;

/** The id of the first document that is joined; the next ones count on. */
const FIRST = 7_000;

/** Pictures that a person joins; `joins` has what was made and not sent yet. */
export function joiningAnswers({ state, ring }: Told, joins: Map<string, readonly Item[]>) {
  const api = implement(appContract).items;
  return {
    join: api.join.handler(({ input, signal }) => {
      const parts = input.itemIds.flatMap((itemId) => state.items.find(({ id }) => id === itemId) ?? []);
      const itemId = itemIdSchema.parse(`00000000-0000-4000-8000-00000000${FIRST + joins.size}`);
      joins.set(itemId, parts);
      return news(state, { itemId, parts }, signal);
    }),
    undoJoin: api.undoJoin.handler(({ input }) => {
      const item = state.items.find(({ id }) => id === input.itemId);
      if (item === undefined || !mayUndoJoin(item)) return { undone: false };
      const { now } = state.overview;
      state.items = state.items.map((one) => advance(one, { kind: 'join-undone', into: item.id }, now).item);
      ring();
      return { undone: true };
    }),
  };
}

type Making = { readonly itemId: Item['id']; readonly parts: readonly Item[] };

async function* news(state: WindowState, { itemId, parts }: Making, signal: Stop | undefined): AsyncGenerator<JoinNews, void, void> {
  yield { kind: 'page', page: 1, pages: parts.length };
  if (state.conversion === 'slow') {
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    state.conversionsStopped = (state.conversionsStopped ?? 0) + 1;
  } else if (state.conversion !== undefined) yield { kind: 'fault', fault: state.conversion, part: parts[1]?.id ?? null };
  else yield { kind: 'made', itemId, conversion: conversionOf('joined') };
}

/** As the engine does it: another document, and its parts are aside. */
export function sendJoined(
  { state, ring }: Told,
  { itemId, sha256 }: { itemId: Item['id']; sha256: string },
  parts: readonly Item[],
): SendConversion {
  const [first] = parts;
  const conversion = conversionOf('joined');
  if (first === undefined || conversion.sha256 !== sha256) return 'lost';
  const { now } = state.overview;
  const name = joinedName(first.name, parts.length);
  const of = parts.flatMap((part) => {
    const kind = pictureKindOf(part);
    return kind === null || part.sha256 === null ? [] : [{ itemId: part.id, sha256: part.sha256, kind }];
  });
  const joined: Item = {
    ...first,
    id: itemId,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    mediaType: 'application/pdf',
    name,
    sentName: name,
    parts: of,
    conversion,
    foundAt: now,
    state: { kind: 'waiting', dueAt: now, last: null },
    stateSince: now,
  };
  const joinedParts = state.items.map((item) => (parts.includes(item) ? advance(item, { kind: 'joined', into: itemId }, now).item : item));
  state.items = [joined, ...joinedParts];
  ring();
  return 'sent';
}

/** What it was joined from, and what it is a part of. */
export function joinedLinks(items: readonly Item[], item: Item): Pick<ItemDetail, 'parts' | 'into'> {
  const named = (itemId: Item['id']) => items.filter(({ id }) => id === itemId).map(({ id, name }) => ({ itemId: id, name }));
  const whole = joinedInto(item);
  const [into] = whole === null ? [] : named(whole);
  return {
    ...(item.parts === undefined ? {} : { parts: item.parts.flatMap(({ itemId }) => named(itemId)) }),
    ...(into === undefined ? {} : { into }),
  };
}
