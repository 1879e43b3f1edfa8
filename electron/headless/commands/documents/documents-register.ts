import { z } from 'zod';
import { STATE_KINDS, type ItemFilter } from '#shared/app-api/list/item-filter.ts';
import { type Call, type Command, command } from '../support/command.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { sayDiskCode } from '../../say-app-fault.ts';
import { daySchema, narrowedBy } from '../support/find-company.ts';

export const documentsRegisterCommand: Command = command({
  words: 'documents register',
  usage: `--csv FILE|- | --pdf FILE [--from DAY] [--to DAY] [--company NAME] [--language en|fr] [--state ${STATE_KINDS.join('|')}]…`,
  summary: 'writes the deposit register: what was handed in, when, and what became of it',
  options: {
    csv: { type: 'string' },
    pdf: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    company: { type: 'string' },
    language: { type: 'string' },
    state: { type: 'string', multiple: true },
  },
  schema: z
    .object({
      csv: z.string().min(1).optional(),
      pdf: z.string().min(1).optional(),
      from: daySchema.optional(),
      to: daySchema.optional(),
      company: z.string().optional(),
      language: z.enum(['en', 'fr']).default('en'),
      state: z.array(z.enum(STATE_KINDS)).optional(),
      paths: z.array(z.string()).max(0, 'nothing else is expected'),
    })
    .refine(({ csv, pdf }) => (csv === undefined) !== (pdf === undefined), 'either --csv or --pdf is needed'),
  run: async (input, call) => {
    const narrowed = await narrowedBy(call.client, input);
    if (!narrowed.ok) {
      call.complain(narrowed.failure);
      return EXIT.no;
    }
    const format = input.csv === undefined ? 'pdf' : 'csv';
    return write(call, { filter: narrowed.value, format, language: input.language, path: input.csv ?? input.pdf ?? '' });
  },
});

type Writing = { readonly filter: ItemFilter; readonly format: 'csv' | 'pdf'; readonly language: 'en' | 'fr'; readonly path: string };

async function write(
  { client, answer, complain, writeFile, writeOut }: Call,
  { filter, format, language, path }: Writing,
): Promise<ExitCode> {
  const here = Intl.DateTimeFormat().resolvedOptions();
  const locale = here.locale.startsWith(language) ? here.locale : language;
  const kept: Uint8Array[] = [];
  const asked = { chosen: { kind: 'filter' as const, filter }, format, language, locale, timeZone: here.timeZone, into: 'parts' as const };
  for await (const step of await client.register.make(asked)) {
    if (step.kind === 'part') kept.push(Buffer.from(step.base64, 'base64'));
    if (step.kind === 'not-kept')
      complain(`The register could not be made: ${step.code === null ? 'it was cancelled' : sayDiskCode(step.code)}`);
    if (step.kind !== 'done') continue;
    const bytes = Buffer.concat(kept);
    const failed = path === '-' ? (writeOut?.(bytes) ?? null) : ((await writeFile?.(path, bytes)) ?? null);
    if (failed === null && path !== '-') answer({ written: path }, [`The register is in ${path}.`]);
    if (failed !== null) complain(`${path} could not be written: ${sayDiskCode(failed)}`);
    return failed === null ? EXIT.done : EXIT.no;
  }
  return EXIT.no;
}
