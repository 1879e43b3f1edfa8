import { basename, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { retry } from '#shared/async/retry.ts';
import { isAtRest } from '#shared/domain/item/item-state.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { isInside, placeKey } from '#shared/node/is-inside.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { type Call, type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { findCompany, IMPORT_TYPE_OF, oneFolderSchema, typeSchema, withFolder } from './support/find-company.ts';
import { stateReason } from './support/state-reason.ts';
import { complain, table } from './support/say.ts';
import type { AsItIs } from '#shared/domain/folder/unfinished.ts';

const LOOK_EVERY_MS = SECOND_MS / 2;
/** The list is read newest first, and at most this many pages are searched: an older document is not found. */
const PAGES_MAX = 40;
const PAGE = 500;

export const sendCommand: Command = command({
  words: 'send',
  usage: '[--company NAME] [--type purchase|sales|entries] [--timeout SECONDS] [--again] FILE…',
  summary: 'runs until these files, which lie in a watched folder, have come to their end; --again sends refused ones once more',
  options: {
    company: { type: 'string' },
    type: { type: 'string' },
    timeout: { type: 'string' },
    again: { type: 'boolean' },
  },
  schema: z.object({
    company: z.string().optional(),
    type: typeSchema.optional(),
    timeout: z.coerce.number().min(1).max(86_400).default(300),
    again: z.boolean().default(false),
    paths: z
      .array(z.string())
      .min(1, 'at least one file is expected')
      .max(500, 'at most 500 files')
      .transform((paths) => paths.map((path) => resolve(path))),
  }),
  needs: () => 'running',
  run: async (input, call) => {
    const wanted = await checkPlaces(input, call);
    if (!wanted.ok) {
      call.complain(wanted.failure);
      return EXIT.no;
    }
    const found = new Map<string, Item>();
    if (input.again && !(await sendAgain(input.paths, found, call))) return EXIT.no;
    const isOver = (): boolean => input.paths.every((path) => isAtEnd(found.get(path)));
    if (!isOver()) {
      await retry({ clock: call.clock, restMs: LOOK_EVERY_MS, withinMs: input.timeout * SECOND_MS }, async () => {
        await look(input.paths, found, call);
        return isOver() ? true : null;
      });
    }
    tell(input.paths, found, call);
    return input.paths.every((path) => found.get(path)?.state.kind === 'accepted') ? EXIT.done : EXIT.no;
  },
});

function isAtEnd(item: Item | undefined): boolean {
  return item !== undefined && isAtRest(item.state.kind);
}

type Wanted = {
  readonly company?: string | undefined;
  readonly type?: keyof typeof IMPORT_TYPE_OF | undefined;
  readonly paths: readonly string[];
};

/** `send` never writes into a watched folder, so it takes only files that are already in one. */
async function checkPlaces(wanted: Wanted, call: Call): Promise<Result<null, string>> {
  const { folders } = await call.client.overview();
  const company = wanted.company === undefined ? null : await findCompany(call.client, wanted.company);
  if (company !== null && !company.ok) return company;
  const fits = (folder: Folder) =>
    (company === null || folder.companyId === company.value.id) &&
    (wanted.type === undefined || folder.importType === IMPORT_TYPE_OF[wanted.type]);
  const outside = wanted.paths.filter((path) => !folders.some((folder) => isInside(path, folder.path) && fits(folder)));
  if (outside.length === 0) return ok(null);
  return fail(`Not in a watched folder that fits (see "folders list"): ${outside.join(', ')}`);
}

/** Sends again those that were refused, or that the service did not accept at upload. False if the bytes of one are gone. */
async function sendAgain(paths: readonly string[], found: Map<string, Item>, call: Call): Promise<boolean> {
  await look(paths, found, call);
  const itemIds = [...new Set([...found.values()].map(({ id }) => id))];
  // --again with the file's name is the user's request, even if the refusal was taken unproven.
  await call.client.items.wantSendAgain({ itemIds });
  const { missing } = await call.client.items.sendAgain({ itemIds });
  const gone = paths.filter((path) => missing.some((itemId) => itemId === found.get(path)?.id));
  if (gone.length > 0) call.complain(`Nothing was sent, since the same bytes are not there any more: ${gone.join(', ')}`);
  await look(paths, found, call);
  return gone.length === 0;
}

/** First finds the documents of these files, then reads only those documents. */
async function look(paths: readonly string[], found: Map<string, Item>, call: Call): Promise<void> {
  const unknown = new Map(paths.filter((path) => !found.has(path)).map((path) => [placeKey(path), path]));
  const names = new Set([...unknown.values()].map((path) => placeKey(basename(path))));
  let after: string | null = '';
  for (let pages = 0; unknown.size > 0 && after !== null && pages < PAGES_MAX; pages += 1) {
    const page: Awaited<ReturnType<typeof call.client.items.list>> = await call.client.items.list({
      limit: PAGE,
      ...(after === '' ? {} : { after }),
    });
    for (const item of page.items) if (names.has(placeKey(item.name))) await place(item, unknown, found, call);
    after = page.next;
  }
  for (const [path, item] of found) {
    const detail = await call.client.items.get({ itemId: item.id });
    if (detail.ok) found.set(path, detail.value.item);
  }
}

async function place(item: Item, unknown: Map<string, string>, found: Map<string, Item>, call: Call): Promise<void> {
  const detail = await call.client.items.get({ itemId: item.id });
  if (!detail.ok) return;
  for (const { path } of detail.value.places) {
    const typed = unknown.get(placeKey(path));
    if (typed === undefined) continue;
    unknown.delete(placeKey(path));
    found.set(typed, detail.value.item);
  }
}

/** `item` is null for a file that was not seen in time. */
function tell(paths: readonly string[], found: ReadonlyMap<string, Item>, call: Call): void {
  call.answer(
    paths.map((file) => ({ file, item: found.get(file) ?? null })),
    table([['file', 'type', 'state', 'reason'], ...paths.map((path) => rowOf(path, found.get(path)))]),
  );
}

function rowOf(path: string, item: Item | undefined): readonly string[] {
  return item === undefined ? [path, '', 'not seen', ''] : [path, item.importType ?? '', item.state.kind, stateReason(item.state)];
}

export const sendAsItIsCommand: Command = command({
  words: 'send-as-it-is',
  usage: 'FILE',
  summary: 'sends a file that "status" calls not complete without what is missing; a minute after it came, not before',
  options: {},
  schema: z.object({
    paths: z.tuple(
      [
        z
          .string()
          .min(1)
          .transform((path) => resolve(path)),
      ],
      'one file is expected',
    ),
  }),
  run: async (input, call) => {
    const [path] = input.paths;
    const { folders } = await call.client.overview();
    const folder = folders.find((one) => isInside(path, one.path));
    if (folder === undefined) {
      call.complain('This file lies in no watched folder. See "folders list".');
      return EXIT.no;
    }
    const sent = await call.client.folders.sendAsItIs({ folderId: folder.id, path: relative(folder.path, path).replaceAll(sep, '/') });
    if (sent.ok && (sent.value.became === 'taken' || sent.value.became === 'known')) {
      call.answer(sent.value, [SAYS[sent.value.became]]);
      return EXIT.done;
    }
    call.complain(sent.ok ? SAYS[sent.value.became] : NOT_WAITED_FOR);
    return EXIT.no;
  },
});

const NOT_WAITED_FOR =
  'Nobody waits for the rest of this file. See "status" and "documents"; "documents send-anyway" sends what is in the list as unfit.';

const SAYS: Readonly<Record<AsItIs, string>> = {
  taken: 'it is in the list of documents now, as it is',
  known: 'its content is in the list of documents already, and is not sent again; see "documents"',
  changed: 'It changed: a program still writes it. Wait until it has been quiet for a moment.',
  unreadable: 'It cannot be read now: another program is using it, or its disk does not answer.',
  'too-soon': 'It has not been there for a minute: whatever writes it may go on.',
  'not-fit': 'It is empty, or begins as nothing that can be sent.',
};

export const fetchCommand: Command = command({
  words: 'folders fetch',
  usage: 'PATH|ID',
  summary: 'fetches and sends what lies in the cloud only since before the folder was watched, one file at a time',
  options: {},
  schema: z.object({ paths: oneFolderSchema }),
  run: async ({ paths }, call) =>
    withFolder(call, paths, async ({ id: folderId }) => {
      const fetched = await call.client.folders.fetchFromCloud({ folderId });
      if (!fetched.ok) return complain(call, 'Nobody looks into this folder now. See "doctor".');
      call.answer(fetched.value, [`${fetched.value.files} to be fetched and sent; see "status"`]);
      return EXIT.done;
    }),
});
