import { z } from 'zod';
import type { BytesFault } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { readContractJson } from '#shared/entries/contract-json.ts';
import { plainAmount } from '#shared/entries/values.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { EXIT } from '../../exit-codes.ts';
import { type Call, type Command, command, gatherPieces } from '../support/command.ts';
import { byNumberOrId, namedDocuments } from '../support/find-company.ts';
import { table } from '../support/say.ts';

/** The lines of one file of entries, as they were or would be sent. */
export const documentsEntriesCommand: Command = command({
  words: 'documents entries',
  usage: 'ID   (document number, or id of "documents --json")',
  summary: 'lists the lines of a file of entries, as they are sent',
  options: {},
  schema: z.object({ paths: z.tuple([z.guid()], 'one number or id is expected') }),
  run: async ({ paths }, call) => {
    const [item] = await namedDocuments(call, {}, byNumberOrId(paths));
    const text = item === undefined ? fail('not-found' as const) : await linesText(item.id, call);
    if (item === undefined || !text.ok) {
      call.complain(text.ok ? FAULTS['not-found'] : (FAULTS[text.failure] ?? FAULTS.gone));
      return EXIT.no;
    }
    const reading = readContractJson(text.value);
    const lines = 'refused' in reading ? [] : reading.lines.map(({ line }) => line);
    const rows = lines.map(({ date, journal, account, reference, label = '', debit, credit }) => {
      return [date, journal, account, reference, label, plainAmount(debit.cents), plainAmount(credit.cents)];
    });
    call.answer({ entries: item.entries ?? null, ...linesIn(text.value) }, table([HEADS, ...rows]));
    return EXIT.done;
  },
});

const HEADS = ['date', 'journal', 'account', 'reference', 'label', 'debit', 'credit'];

/** As the service gets them. */
function linesIn(text: string): { readonly lines: unknown } {
  const body = jsonOf(text) as { readonly data: { readonly lines: unknown } };
  return { lines: body.data.lines };
}

async function linesText(itemId: ItemId, { client }: Call): Promise<Result<string, BytesFault>> {
  const bytes = await gatherPieces(await client.items.entryLines({ itemId }));
  return bytes.ok ? ok(Buffer.from(bytes.value).toString('utf8')) : bytes;
}

const FAULTS: Readonly<Partial<Record<BytesFault, string>>> & Readonly<Record<'not-found' | 'gone', string>> = {
  'not-found': 'There is no file of entries of this number or id: see "documents --json".',
  gone: 'Its file is not where it was, or cannot be read, and there is no copy of it.',
  changed: 'Its file has other content by now, and there is no copy of what it was.',
  'in-cloud': 'Its file is only in the cloud.',
  damaged: 'Its lines have errors: see "documents".',
  'too-large': 'Its lines are too many for one import: see "documents".',
  unread: 'It is too large to be read.',
  busy: 'Too much is being read at the moment; try again.',
};
