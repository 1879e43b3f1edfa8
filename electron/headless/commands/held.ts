import { resolve } from 'node:path';
import { z } from 'zod';
import type { BulkArrival, BulkArrivalAnswer } from '#shared/app-api/folder-places.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { isSamePath } from '#shared/node/is-inside.ts';
import { type Call, type Command, command } from './support/command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { complain } from './support/say.ts';
import { findCompany, oneFolderSchema, withFolder } from './support/find-company.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';

const answerSchema = z.union(
  [
    z.enum(['all', 'none']).transform((kind): BulkArrivalAnswer => ({ kind })),
    // A day in this computer's time zone.
    z.iso.date().transform((day): BulkArrivalAnswer => ({ kind: 'since', at: wallMs(new Date(`${day}T00:00`).getTime()) })),
  ],
  'is all, none or a day such as 2026-01-31',
);

type Named = { readonly company?: string | undefined; readonly folder?: string | undefined };

const bulkArrivalCommand: Command = command({
  words: 'bulk-arrivals',
  usage: '[--company NAME] [--folder PATH] [--send all|none|YYYY-MM-DD]',
  summary: 'lists the folders whose files were there before or came all at once, or says which of these files are sent',
  options: { company: { type: 'string' }, folder: { type: 'string' }, send: { type: 'string' } },
  schema: z.object({
    company: z.string().optional(),
    folder: z.string().min(1).optional(),
    send: answerSchema.optional(),
    paths: z.array(z.string()).max(0, 'nothing else is expected'),
  }),
  run: async ({ send, company, folder }, call) => {
    const named = { company, folder };
    const overview = await call.client.overview();
    const meant = await findArrivals(call, overview, named);
    if (!meant.ok) return complain(call, meant.failure);
    const lines = meant.value.map((arrival) => lineOf(arrival, overview));
    if (send !== undefined)
      return answer(call, { meant: meant.value, lines, send, isNamed: company !== undefined || folder !== undefined });
    const told = meant.value.map((arrival) => ({ ...arrival, company: companyOf(arrival, overview) }));
    call.answer(told, lines.length === 0 ? ['No file waits for your decision.'] : [...lines, HOW]);
    return EXIT.done;
  },
});

const HOW =
  '"bulk-arrivals --folder PATH --send all", "none" or a day sends the files of a folder, ignores them, or sends those written since; what is sent cannot be taken back';

type Answering = {
  readonly meant: readonly BulkArrival[];
  readonly lines: readonly string[];
  readonly send: BulkArrivalAnswer;
  readonly isNamed: boolean;
};

/** What is sent cannot be taken back, so where several folders wait, the user names what is meant. */
async function answer(call: Call, { meant, lines, send, isNamed }: Answering): Promise<ExitCode> {
  if (send.kind !== 'none' && meant.length > 1 && !isNamed) {
    for (const line of lines) call.complain(line);
    return complain(
      call,
      'Nothing was sent, since the files of several folders wait: name one with --folder, or a company with --company.',
    );
  }
  let [sent, aside] = [0, 0];
  for (const { companyId, importType, folderId } of meant) {
    const answered = await call.client.items.answerBulkArrival({ companyId, importType, folderId, answer: send });
    sent += answered.sent;
    aside += answered.aside;
  }
  call.answer({ sent, aside }, [`${sent} are sent, ${aside} are ignored; "allow" sends those one by one`]);
  return EXIT.done;
}

async function findArrivals(
  { client }: Call,
  { bulkArrivals = [] }: Overview,
  named: Named,
): Promise<Result<readonly BulkArrival[], string>> {
  const company = named.company === undefined ? null : await findCompany(client, named.company);
  if (company?.ok === false) return company;
  const ofCompany = bulkArrivals.filter(({ companyId }) => company === null || companyId === company.value.id);
  if (named.folder === undefined) return ok(ofCompany);
  const wanted = named.folder;
  const found = ofCompany.filter(({ folderId, path }) => folderId === wanted || (path !== null && isSamePath(path, resolve(wanted))));
  return found.length === 0 ? fail('No file of this folder waits for your decision. See "bulk-arrivals".') : ok(found);
}

function lineOf(arrival: BulkArrival, overview: Overview): string {
  const { importType, path, count, names, oldest, newest } = arrival;
  const more = count > names.length ? ` and ${count - names.length} more` : '';
  const folder = path === null ? 'a folder that is no longer known' : JSON.stringify(path);
  const files = names.map((name) => JSON.stringify(name)).join(', ');
  const of = `${JSON.stringify(companyOf(arrival, overview))}, ${importType}, ${folder}`;
  return `${of}: ${count} files, written from ${dayOf(oldest)} to ${dayOf(newest)}: ${files}${more}`;
}

function companyOf({ companyId }: BulkArrival, { companies }: Overview): string {
  return companies.find(({ id }) => id === companyId)?.name ?? '';
}

/** In this computer's time zone. */
function dayOf(at: WallMs): string {
  return new Date(at).toLocaleDateString('sv-SE');
}

export const heldCommands: readonly Command[] = [
  bulkArrivalCommand,
  command({
    words: 'allow',
    usage: '[--without-entries] ID…',
    summary:
      'sends documents that were held or ignored, by their id (see "documents --json"); files of entries, and scans with entries, are sent by "entries send". --without-entries: also scans whose entries are missing',
    options: { 'without-entries': { type: 'boolean' } },
    schema: z.object({
      'without-entries': z.boolean().default(false),
      paths: z.array(itemIdSchema).min(1, 'at least one id is expected').max(500, 'at most 500 ids'),
    }),
    run: async (input, call) => {
      const { allowed } = await call.client.items.allow({ itemIds: input.paths, withoutEntries: input['without-entries'] });
      call.answer({ allowed }, [`${allowed} of ${input.paths.length} are sent now`]);
      return allowed === input.paths.length ? EXIT.done : EXIT.no;
    },
  }),
];

/** Ignores files that were put beside a watched folder, until others appear there, and takes that back. */
export const ignoreMisplacedCommand: Command = command({
  words: 'folders ignore',
  usage: '[--undo] PATH|ID',
  summary: 'ignores what lies beside this watched folder by mistake, until other files appear there; --undo takes that back',
  options: { undo: { type: 'boolean' } },
  schema: z.object({ undo: z.boolean().default(false), paths: oneFolderSchema }),
  needs: () => 'looked',
  run: async ({ paths, undo }, call) =>
    withFolder(call, paths, async (folder) => {
      const path = resolve(folder.path, '..');
      if (undo) {
        const { noLongerIgnored } = await call.client.folders.askAboutMisplaced({ path });
        call.answer({ noLongerIgnored }, [`${noLongerIgnored} in ${JSON.stringify(path)} are no longer ignored`]);
        return noLongerIgnored > 0 ? EXIT.done : EXIT.no;
      }
      const done = await call.client.folders.ignoreMisplaced({ path });
      const ignored = done.ok ? done.value.ignored : 0;
      call.answer({ ignored }, [`${ignored} in ${JSON.stringify(path)} are ignored now`]);
      if (ignored === 0) call.complain('Nothing that could be meant for a watched folder lies there: see "folders list".');
      return ignored > 0 ? EXIT.done : EXIT.no;
    }),
});

export const takeMisplacedCommand: Command = command({
  words: 'folders take',
  usage: 'PATH|ID',
  summary: 'moves what lies beside the watched folders by mistake into this one; never over another file',
  options: {},
  schema: z.object({ paths: oneFolderSchema }),
  run: async ({ paths }, call) =>
    withFolder(call, paths, async ({ id: folderId, path }) => {
      const taken = await call.client.folders.takeMisplaced({ path: resolve(path, '..'), folderId });
      if (!taken.ok) return complain(call, 'Nothing can be moved into it: see "folders list".');
      call.answer(taken.value, [`${taken.value.moved} moved`]);
      for (const name of taken.value.stay) call.complain(`${name} stays: it is too large, or held by another program`);
      return taken.value.stay.length === 0 ? EXIT.done : EXIT.no;
    }),
});
