import { createHash } from 'node:crypto';
import { appendFileSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isPlainName } from '../feed/plain-name.ts';

/**
 * What one job of a release hands over to the next, by one digest of all its files. Any job of a run may replace what another has uploaded, so the
 * digest goes by the outputs of the job that made the files, which only that job can set (ADR-79).
 *
 * `node build/package/release/handed-over.ts FOLDER --as NAME` prints the files with their hashes, also into the run's summary, and sets the
 * output NAME to the digest. `… FOLDER --is DIGEST` fails if the files are not exactly those. Nothing is imported that would have to be installed.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { as: { type: 'string' }, is: { type: 'string' } } });
const [folder] = positionals;
const { as: name, is: expected } = values;
if (folder === undefined || positionals.length > 1 || (name === undefined) === (expected === undefined)) {
  process.stderr.write('usage: node build/package/release/handed-over.ts FOLDER --as NAME | --is DIGEST\n');
  process.exit(2);
}
const lines = linesOf(folder);
const digest = createHash('sha256').update(lines).digest('hex');
process.stdout.write(lines);
if (name !== undefined) handOver(name);
else if (digest !== expected) {
  process.stderr.write(`these are not the files that were handed over: their digest is ${digest}, and not ${expected}\n`);
  process.exit(1);
}

function handOver(as: string): void {
  const [page, outputs] = [process.env['GITHUB_STEP_SUMMARY'], process.env['GITHUB_OUTPUT']];
  if (page !== undefined) appendFileSync(page, `### ${as}: \`${digest}\`\n\n\`\`\`\n${lines}\`\`\`\n`);
  if (outputs !== undefined) appendFileSync(outputs, `${as}=${digest}\n`);
  process.stdout.write(`${as}=${digest}\n`);
}

/** As `sha256sum` writes them, sorted by name; at least one. */
function linesOf(of: string): string {
  const names = readdirSync(of).toSorted();
  const odd = names.find((file) => !isPlainName(file) || !lstatSync(join(of, file)).isFile());
  if (odd !== undefined || names.length === 0) {
    process.stderr.write(odd === undefined ? `${of} is empty\n` : `${JSON.stringify(odd)} is no plain file with a plain name\n`);
    return process.exit(1);
  }
  return names
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(of, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');
}
