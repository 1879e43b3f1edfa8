import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { inspect } from '#electron/inspect/inspect.ts';
import { nodeFiles } from '#electron/world/files.ts';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { type InvoiceType, invoiceTypeSchema } from '#shared/contract/import-types.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { mediaTypeOfProblem } from '#shared/domain/media-type-of-problem.ts';
import type { Problem } from '#shared/domain/problem.ts';
import { reference } from '#shared/domain/reference.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';

const HELP = `Says of each file whether Intray would send it, one JSON line a file; sends nothing.

  npm run -s inspect -- [--integration-id UUID] [--type purchase-invoices|sales-invoices] FILE…

  {"file","verdict":"fit"|"unfit","mediaType","problem","reference"}

  mediaType   by the content; null when it is none that the service takes
  problem     null, or why it cannot be sent, as in docs/failures.md
  reference   the externalReference it would have; null when it cannot be sent

  --integration-id  the integration of the reference (default 00000000-0000-4000-8000-000000000000)
  --type            the import type of the reference (default purchase-invoices)

Exit code 0 whatever the files are, 2 for wrong arguments.
`;

const optionsSchema = z.object({
  'integration-id': integrationIdSchema.default(integrationIdSchema.parse('00000000-0000-4000-8000-000000000000')),
  type: invoiceTypeSchema.default('purchase-invoices'),
});

type Line = {
  readonly file: string;
  readonly verdict: 'fit' | 'unfit';
  readonly mediaType: string | null;
  readonly problem: Problem | null;
  readonly reference: string | null;
};

// Whoever reads may stop reading (`| head -1`); that is no failure.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const read = readArguments(args);
  if (read === null) {
    process.stderr.write(HELP);
    return 2;
  }
  if (read.help) process.stdout.write(HELP);
  for (const file of read.help ? [] : read.files) process.stdout.write(`${JSON.stringify(await lineOf(file, read))}\n`);
  return 0;
}

type Asked = {
  readonly help: boolean;
  readonly files: readonly string[];
  readonly integrationId: IntegrationId;
  readonly importType: InvoiceType;
};

function readArguments(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, 'integration-id': { type: 'string' }, type: { type: 'string' } },
    });
    const help = values.help === true;
    const options = optionsSchema.safeParse(values);
    if (!options.success || (!help && positionals.length === 0)) return null;
    return { help, files: positionals, integrationId: options.data['integration-id'], importType: options.data.type };
  } catch {
    // Its own error says nothing that the help does not.
    return null;
  }
}

async function lineOf(file: string, { integrationId, importType }: Asked): Promise<Line> {
  const path = resolve(file);
  const read = await nodeFiles().read(path, { root: dirname(path), bytesMax: FILE_BYTES_MAX });
  if (!read.ok) {
    const { kind, code } = read.failure;
    return unfit(file, kind === 'escaped' ? { kind: 'link' } : { kind: 'unreadable', code });
  }
  const { bytes, stat } = read.value;
  const inspected = inspect({ name: basename(path), bytes, size: stat.bytes }, nodeSha256);
  if (inspected.kind === 'unfit') return unfit(file, inspected.problem);
  const ours = reference(nodeSha256, { integrationId, importType, contentSha256: inspected.sha256, resubmission: 0 });
  return { file, verdict: 'fit', mediaType: inspected.mediaType, problem: null, reference: ours };
}

function unfit(file: string, problem: Problem): Line {
  return { file, verdict: 'unfit', mediaType: mediaTypeOfProblem(problem), problem, reference: null };
}
