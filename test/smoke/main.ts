import { appendFileSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { electronBinary } from '../e2e/electron/intray.ts';
import { type SmokeDocument, smokeTable } from './smoke-table.ts';
import { layOut, notBuilt, removeLater } from './lay-out.ts';
import { startSmoke } from './start-smoke.ts';

/**
 * `npm run smoke`: tries what Intray takes from Electron, in a minute and without a test framework, on real Electron if its binary is there,
 * otherwise on the stand-in. Prints one JSON document; a workflow shows it as a table in its summary. Exits with 1 if something failed.
 */
const why = notBuilt();
if (why !== null) end(2, why);
const binary = electronBinary();
if (binary.kind === 'none') end(2, binary.reason);
// A short name: it contains sockets, whose paths must not be long.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'smoke-')));
const documents: SmokeDocument[] = [];
try {
  const laidOut = await layOut(join(folder, 'laid-out'));
  for (const layout of ['folder', 'archive'] as const)
    documents.push(await startSmoke({ binary, laidOut, layout, folder: join(folder, layout) }));
} finally {
  removeLater(folder);
}
const table = smokeTable(documents);
process.stderr.write(`${table}\n`);
const summary = process.env['GITHUB_STEP_SUMMARY'];
if (summary !== undefined) appendFileSync(summary, `${table}\n`);
const isGood = documents.length === 2 && documents.every(({ rows }) => rows.every(({ result }) => result !== 'failed'));
// On some systems a pipe is written asynchronously, and exiting at once would cut the output off.
process.stdout.write(`${JSON.stringify(documents, null, 2)}\n`, () => process.exit(isGood ? 0 : 1));

function end(code: number, reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(code);
}
