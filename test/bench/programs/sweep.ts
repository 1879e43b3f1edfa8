import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FolderId } from '#shared/domain/ids.ts';
import { knownOf } from '#electron/intake/known-of.ts';
import { sweep } from '#electron/intake/sweep.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { nodeFiles } from '#electron/world/files.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { seedFiles } from './seed-files.ts';

/**
 * The first sweep after a start, over files that the journal knows: reading what is known, walking, comparing. Against
 * readdir and stat of the same tree, in turn, in this process. `sweep.ts FILES ROUNDS`; one line of JSON.
 */
const FOLDERS = 100;
const [files, rounds] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 5)];
const root = mkdtempSync(join(tmpdir(), 'intray-sweep-'));
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
    relativePaths.map((place) => ({ place, pair: pairOf(join(path, place)) })),
  );
  const all: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) all.push({ theirs: floor(), ...(await ours(journal, folder.id)) });
  process.stdout.write(`${JSON.stringify(all)}\n`);
  journal.close();
} finally {
  rmSync(root, { recursive: true, force: true });
}

function pairOf(place: string) {
  const { size, mtimeMs } = lstatSync(place);
  return { bytes: size, modifiedAt: wallMs(Math.floor(mtimeMs)) };
}

function floor(): number {
  const from = performance.now();
  let bytes = 0;
  for (const folder of readdirSync(path)) {
    for (const name of readdirSync(join(path, folder))) bytes += statSync(`${path}/${folder}/${name}`).size;
  }
  if (bytes !== files) throw new Error('the floor did not see every file');
  return performance.now() - from;
}

async function ours(journal: Parameters<typeof seedFiles>[0], folderId: FolderId): Promise<Record<string, number>> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  // From here on the monitor sees every block.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const from = performance.now();
  const known = await knownOf(journal.intake, folderId);
  const knownMs = performance.now() - from;
  const swept = await sweep({ files: nodeFiles(), path, known, subfolders: true });
  const lasted = performance.now() - from;
  await new Promise((resolve) => setTimeout(resolve, 20));
  delays.disable();
  if (swept.kind !== 'seen' || swept.unchanged !== files || swept.fresh.length > 0) throw new Error('the sweep did not know every file');
  return { ours: lasted, knownMs, longestBlockMs: delays.max / 1e6, known: known.size };
}
