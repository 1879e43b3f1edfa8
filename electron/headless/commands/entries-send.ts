import { z } from 'zod';
import type { AllowedEntries, EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { plainAmount } from '#shared/entries/values.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { EXIT } from '../exit-codes.ts';
import { type Call, type Command, command } from './support/command.ts';
import { table } from './support/say.ts';

/** Agrees to the lines of files of entries that are asked about, as `allow` does for other documents. */
export const entriesSendCommand: Command = command({
  words: 'entries send',
  usage: '[--without-journal CODE]… [--all-journals] [--by-itself] [--twice] ID…   (ids of "documents --json")',
  summary:
    'sends the lines of files of entries that are asked about ("documents entries ID" lists them); of a FEC, which journals is to be said: --without-journal leaves one out, --all-journals none. --by-itself: files like this one are sent without a question from now on. --twice: also lines that were sent before, and a file that was accepted, as the mapping of its folder reads it now',
  options: {
    'without-journal': { type: 'string', multiple: true },
    'all-journals': { type: 'boolean' },
    'by-itself': { type: 'boolean' },
    twice: { type: 'boolean' },
  },
  schema: z
    .object({
      'without-journal': z.array(z.string().min(1)).default([]),
      'all-journals': z.boolean().default(false),
      'by-itself': z.boolean().default(false),
      twice: z.boolean().default(false),
      paths: z.array(itemIdSchema).min(1, 'at least one id is expected').max(500, 'at most 500 ids'),
    })
    .refine((input) => !input['all-journals'] || input['without-journal'].length === 0, 'either --without-journal or --all-journals'),
  run: async ({ 'without-journal': without, 'all-journals': all, 'by-itself': byItself, twice, paths }, call) => {
    const done: { id: ItemId; became: AllowedEntries | 'refused'; lines: number }[] = [];
    for (const id of paths) {
      const meant = await meantLines(id, { without, isSaid: all || without.length > 0, anew: twice }, call);
      if (!meant.ok) {
        call.complain(`${id}: ${meant.failure}`);
        done.push({ id, became: 'refused', lines: 0 });
        continue;
      }
      const { linesSha256, choice, lines } = meant.value;
      const { became } = await call.client.items.allowEntries({ itemId: id, linesSha256, choice, byItself, twice });
      if (became !== 'allowed') call.complain(`${id}: ${SAYS[became]}`);
      done.push({ id, became, lines: became === 'allowed' ? lines : 0 });
    }
    const sent = done.filter(({ became }) => became === 'allowed');
    call.answer(done, table([['document', 'lines'], ...sent.map(({ id, lines }) => [id, `${lines} are sent now`])]));
    return sent.length === done.length ? EXIT.done : EXIT.no;
  },
});

type Wanted = { readonly without: readonly string[]; readonly isSaid: boolean; readonly anew: boolean };
type Meant = { readonly linesSha256: string; readonly lines: number; readonly choice: EntriesPreviewHead['choice'] };

/** What the user means of the lines that the engine shows. Fails with what is in the way, in words. */
async function meantLines(itemId: ItemId, { without, isSaid, anew }: Wanted, { client }: Call): Promise<Result<Meant, string>> {
  const seen = await readPreview({ itemId, anew }, client);
  if (!seen.ok) return fail(FAULTS[seen.failure] ?? FAULTS.gone);
  const { head, lines } = seen.value;
  if (head.errors.count > 0) return fail(`it has ${head.errors.count} errors: see "documents"`);
  const unknown = without.filter((code) => !head.journals.some(({ journal }) => journal === code));
  if (unknown.length > 0) return fail(`it has no journal ${unknown.map((code) => JSON.stringify(code)).join(', ')}; ${journalsOf(head)}`);
  if (head.format === 'fec' && !isSaid)
    return fail(
      `it is a FEC, and your accountant has some of its journals: say which with --without-journal or --all-journals; ${journalsOf(head)}`,
    );
  const left = lines.filter(({ journal }) => !without.includes(journal));
  const linesSha256 = hex(nodeSha256([utf8(left.map(({ text }) => `${text}\n`).join(''))]));
  return ok({ linesSha256, lines: left.length, choice: { withoutJournals: [...without], withoutLines: [] } });
}

function journalsOf({ journals }: EntriesPreviewHead): string {
  const said = journals.map(({ journal, lines, debitCents, creditCents, opening }) => {
    const kind = opening ? ', opening balances' : '';
    return `${JSON.stringify(journal)} (${lines} lines, debit ${plainAmount(debitCents)}, credit ${plainAmount(creditCents)}${kind})`;
  });
  return `its journals: ${said.join(', ')}`;
}

type Seen = { readonly head: EntriesPreviewHead; readonly lines: readonly { readonly text: string; readonly journal: string }[] };

async function readPreview(
  of: { readonly itemId: ItemId; readonly anew: boolean },
  client: Call['client'],
): Promise<Result<Seen, BytesFault>> {
  let head: EntriesPreviewHead | null = null;
  const gathered: Uint8Array[] = [];
  for await (const piece of await client.items.entriesPreview(of)) {
    if (piece.kind === 'fault') return fail(piece.fault);
    if (piece.kind === 'head') head = piece;
    if (piece.kind === 'piece') gathered.push(Buffer.from(piece.base64, 'base64'));
  }
  if (head === null) return fail('failed');
  const rows = Buffer.concat(gathered).toString('utf8').split('\n').slice(0, -1);
  const lines = rows.map((row) => {
    const text = row.slice(0, row.indexOf('\t'));
    return { text, journal: (JSON.parse(text) as { readonly journal: string }).journal };
  });
  return ok({ head, lines });
}

const FAULTS: Readonly<Partial<Record<BytesFault, string>>> & Readonly<Record<'gone', string>> = {
  'not-found': 'there is no file of entries of this id; see "documents --json"',
  gone: 'its file is not where it was, or cannot be read, and there is no copy of it',
  changed: 'its file has other content by now',
  'in-cloud': 'its file is only in the cloud',
  damaged: 'no line of it can be read; see "documents"',
  busy: 'too much is being read at the moment; try again',
};

const SAYS: Readonly<Record<Exclude<AllowedEntries, 'allowed'>, string>> = {
  changed: 'it is read differently by now; look at it once more',
  'not-asked': 'nobody is asked about it, or not any more; nothing was changed',
  'nothing-left': 'no line of it is left to send',
  'too-large':
    'it is above the limit of the import service, and cannot be cut: what would have to stay together is too large, or out of balance',
  unreadable: 'its file cannot be read now, or has changed',
  repeats: 'lines of it were sent before; --twice sends them once more',
};
