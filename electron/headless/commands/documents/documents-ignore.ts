import { z } from 'zod';
import { mayPutAside, mayPutBack } from '#shared/domain/item/aside.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { EXIT } from '../../exit-codes.ts';
import { type Call, type Command, command } from '../support/command.ts';
import { byNumberOrId, namedDocuments } from '../support/find-company.ts';
import type { ItemId } from '#shared/domain/ids.ts';

const AT_ONCE = 500;

/** Ends what documents ask of a user without sending them, and takes that back. */
export const ignoreCommand: Command = command({
  words: 'documents ignore',
  usage: '[--undo] ID|NAME…   (ids of "documents --json", document numbers, or names of files)',
  summary: 'ignores documents that cannot be sent or wait for a decision: they are not sent and ask for nobody; --undo takes that back',
  options: { undo: { type: 'boolean' } },
  schema: z.object({
    undo: z.boolean().default(false),
    paths: z.array(z.string()).min(1, 'at least one id or name is expected').max(AT_ONCE, `at most ${AT_ONCE}`),
  }),
  run: async ({ paths, undo }, call) => {
    const known = await namedDocuments(call, {}, (item) => paths.some((name) => isNamed(item, name)));
    const found = paths.map((name) => ({ name, ...chosenBy(name, known, undo) }));
    const chosen = new Set(found.flatMap(({ item }) => (item === null ? [] : [item.id])));
    const changed = await decide(call, Array.from(chosen), undo);
    const said = `${changed} of ${paths.length} ${undo ? 'are no longer ignored' : 'are ignored now; "documents ignore --undo" takes that back'}`;
    call.answer({ [undo ? 'noLongerIgnored' : 'ignored']: changed }, [said]);
    const left = found.flatMap(({ name, why }) => (why === null ? [] : [`${name}: ${why}`]));
    for (const line of left) call.complain(line);
    return left.length === 0 && changed === chosen.size ? EXIT.done : EXIT.no;
  },
});

type Choice = { readonly item: Item; readonly why: null } | { readonly item: null; readonly why: string };

/** The one document that is meant, or why there is none. */
function chosenBy(name: string, known: readonly Item[], undo: boolean): Choice {
  const named = known.filter((item) => isNamed(item, name));
  const [item, ...others] = named.filter(undo ? mayPutBack : mayPutAside);
  if (item !== undefined && others.length === 0) return { item, why: null };
  if (item !== undefined)
    return { item: null, why: `${others.length + 1} documents have this name: name one by its id (see "documents --json").` };
  const [newest] = named;
  if (newest === undefined) return { item: null, why: 'There is no such document.' };
  return { item: null, why: undo ? 'It is not ignored.' : whyNot(newest) };
}

/** Without regard to case: an id, a number, or the name of the file. */
function isNamed({ id, name, state }: Item, wanted: string): boolean {
  const one = wanted.normalize('NFC').toLowerCase();
  return id === one || name.normalize('NFC').toLowerCase() === one || ('documentId' in state && state.documentId === one);
}

function whyNot({ state }: Item): string {
  switch (state.kind) {
    case 'waiting':
    case 'uploading':
      return 'It is on its way, and asks for nobody.';
    case 'awaiting':
      return 'It was received, and cannot be taken back. "documents asked" ends a reminder that no result has come.';
    case 'accepted':
      return 'It was accepted, and asks for nobody.';
    case 'refused':
      return 'It was refused: "documents resolve" marks that as resolved.';
    case 'aside':
      return state.why === 'user' ? 'It is ignored already.' : 'It is not sent any more, and asks for nobody.';
    case 'held':
    case 'unfit':
      return 'It has changed meanwhile: see "documents".';
    default:
      return unreachable(state);
  }
}

async function decide({ client: { items } }: Call, itemIds: Item['id'][], undo: boolean): Promise<number> {
  if (itemIds.length === 0) return 0;
  return undo ? (await items.putBack({ itemIds })).held : (await items.putAside({ itemIds })).aside;
}

const options = {} as const;
const usage = 'ID…   (document numbers, or ids of "documents --json")';
const schema = z.object({
  paths: z.array(z.guid()).min(1, 'at least one number or id is expected').max(AT_ONCE, `at most ${AT_ONCE}`),
});

const SUMMARIES = {
  resolve: 'marks these refusals as resolved: they stay refused, and are asked about no more',
  unresolve: 'marks these refusals as unresolved: they are asked about again',
} as const;

const WORDS = { resolve: 'are marked as resolved now', unresolve: 'are asked about again now' } as const;

/** Marks refusals as resolved, on the telephone or otherwise, and undoes it. */
export const resolveCommands: readonly Command[] = (['resolve', 'unresolve'] as const).map((verb) =>
  command({
    words: `documents ${verb}`,
    usage,
    summary: SUMMARIES[verb],
    options,
    schema,
    run: async ({ paths }, call) => {
      const meant = await namedDocuments(call, { states: ['refused'], resolved: verb === 'unresolve' }, byNumberOrId(paths));
      const itemIds = meant.map(({ id }) => id);
      const count = await decided(call, verb, itemIds);
      call.answer({ [`${verb}d`]: count }, [`${count} of ${paths.length} ${WORDS[verb]}`]);
      return count === paths.length ? EXIT.done : EXIT.no;
    },
  }),
);

async function decided({ client: { items } }: Call, verb: keyof typeof WORDS, itemIds: ItemId[]): Promise<number> {
  if (itemIds.length === 0) return 0;
  return verb === 'resolve' ? (await items.resolve({ itemIds })).resolved : (await items.unresolve({ itemIds })).unresolved;
}
