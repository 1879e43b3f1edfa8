import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asSeen } from '#electron/intake/folder/sweep.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { fileStat } from '#electron/platform/files/file-stat.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { seedFiles } from './seed-files.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

/** Makes a tree of files and a journal that knows them all, and has `sweep-rounds.ts` sweep it. `sweep.ts FILES ROUNDS`; prints one line of JSON. */
const FOLDERS = 100;
const [files, rounds] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 5)];
const root = scratchFolder('sweep');
const path = join(root, 'Purchases');
try {
  const relativePaths = Array.from({ length: files }, (_, file) => `${file % FOLDERS}/scan-${file}.pdf`);
  for (let folder = 0; folder < FOLDERS; folder += 1) mkdirSync(join(path, String(folder)), { recursive: true });
  for (const place of relativePaths) writeFileSync(join(path, place), 'x');
  const world = { clock: nodeClock(), random: nodeRandom() };
  const opened = openJournal(join(root, 'journal.sqlite'), world);
  if (!opened.ok) throw new Error(opened.failure.kind);
  const journal = opened.value;
  const integrationId = '11111111-1111-4111-8111-111111111111' as IntegrationId;
  const company = journal.companies.addCompany({ name: 'Bench', colour: null, integrationId, at: world.clock.wallMs() });
  const folder = journal.folders.add({ companyId: company.id, importType: 'purchase-invoices', path, settleMs: 50 });
  await seedFiles(
    journal,
    folder,
    relativePaths.map((place) => ({ place, pair: asSeen(fileStat(lstatSync(join(path, place), { bigint: true }))) })),
  );
  journal.close();
  // In a program of its own: this one's memory is full of what was needed to make the files known.
  const asked = ['--expose-gc', join(import.meta.dirname, 'sweep-rounds.ts'), root, String(files), String(rounds)];
  execFileSync(process.execPath, asked, { stdio: ['ignore', 'inherit', 'inherit'] });
} finally {
  removeFolder(root);
}
