import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { typedPaths } from '#electron/platform/files/disk-path.ts';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { type ImportType, importTypeSchema } from '#shared/contract/import-types.ts';
import { CONVERTED_BYTES_MAX, FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { reference } from '#shared/domain/item/reference.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type InspectedLine, inspectedLine, inspectedWords } from './inspected-line.ts';

const HELP = `Says of each file whether Intray would send it; sends nothing. At a terminal in words, else one JSON line a file.

  npm run -s inspect -- [--json|--words] [--pages] [--integration-id UUID] [--type purchase-invoices|sales-invoices|entries] FILE…

  {"file","verdict":"fit"|"held"|"unfit","mediaType","sentName","question","problem","reference"}

  verdict     held: it can be sent, and a person is asked first
  mediaType   by the content; null when it is none that the service takes
  sentName    the name it would be sent under, but for a number where another document has it; null when it cannot be sent
  question    null, or what a person is asked, as in docs/failures.md
  problem     null, or why it cannot be sent, as in docs/failures.md
  reference   the externalReference it would have; null when it cannot be sent

  --pages           also "pages": what each page draws, as a number that other bytes of the same page have as well (docs/same-pages.md);
                    null for a page that is not known
  --json, --words   in this form, wherever it is read
  --integration-id  the integration of the reference (default 00000000-0000-4000-8000-000000000000)
  --type            what its folder is for: purchase-invoices, sales-invoices or entries (default purchase-invoices)

A file whose name is no UTF-8 is found all the same; of two that read alike name each one without npm: node electron/headless/inspect.ts FILE…
Exit code 0 whatever the files are, 2 for wrong arguments.
`;

const optionsSchema = z.object({
  'integration-id': integrationIdSchema.default(integrationIdSchema.parse('00000000-0000-4000-8000-000000000000')),
  type: importTypeSchema.default('purchase-invoices'),
  json: z.boolean().default(false),
  words: z.boolean().default(false),
  pages: z.boolean().default(false),
});

// The reader may close the pipe early (`| head -1`); that is not an error.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const read = readArguments(args);
  if (read === null) {
    process.stderr.write(HELP);
    return 2;
  }
  if (read.help) process.stdout.write(HELP);
  const paths = await typedPaths(read.files);
  for (const [at, file] of read.help ? [] : read.files.entries()) {
    const line = await inspectLine(file, paths[at] ?? file, read);
    process.stdout.write(`${read.inWords ? inspectedWords(line) : JSON.stringify(line)}\n`);
  }
  return 0;
}

type Asked = {
  readonly help: boolean;
  readonly files: readonly string[];
  readonly integrationId: IntegrationId;
  readonly importType: ImportType;
  readonly inWords: boolean;
  readonly withPages: boolean;
};

function readArguments(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        'integration-id': { type: 'string' },
        type: { type: 'string' },
        json: { type: 'boolean' },
        words: { type: 'boolean' },
        pages: { type: 'boolean' },
      },
    });
    const help = values.help === true;
    const options = optionsSchema.safeParse(values);
    if (!options.success || (!help && positionals.length === 0)) return null;
    const { json, words, pages, type: importType } = options.data;
    if (json && words) return null;
    const inWords = words || (!json && process.stdout.isTTY);
    return { help, files: positionals, integrationId: options.data['integration-id'], importType, inWords, withPages: pages };
  } catch {
    // Its error message adds nothing to the help.
    return null;
  }
}

/** `path`: the file's actual path; `file`: as it was typed. */
async function inspectLine(file: string, path: string, { integrationId, importType, withPages }: Asked): Promise<InspectedLine> {
  const whole = resolve(path);
  const read = await nodeFiles().read(whole, { root: dirname(whole), bytesMax: FILE_BYTES_MAX, hashMax: CONVERTED_BYTES_MAX });
  if (!read.ok) {
    const { kind, code } = read.failure;
    const problem = kind === 'escaped' ? ({ kind: 'link' } as const) : ({ kind: 'unreadable', code } as const);
    return inspectedLine(file, { kind: 'unfit', problem, sha256: null }, null);
  }
  const { bytes, stat, large } = read.value;
  const inspected = inspect({ name: basename(whole), bytes, size: stat.bytes, large, importType }, nodeSha256);
  if (inspected.kind === 'unfit') return inspectedLine(file, inspected, null);
  const ours = reference(nodeSha256, { integrationId, importType, contentSha256: inspected.sha256, resubmission: 0 });
  const line = inspectedLine(file, inspected, ours);
  return withPages ? { ...line, pages: inspected.pages ?? [] } : line;
}
