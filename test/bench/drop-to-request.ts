import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../build/demo/pause.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { until } from '#test/support/until.ts';
import { percentile } from './report.ts';
import type { Line } from './line.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { type Host, startHost } from '../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const FILES = 50;
const FILE_BYTES = 100_000;
/** An overloaded machine measures fewer of them, and the report says how many. */
const WITHIN_MS = 60_000;
/** Long enough that no two settle together: each is measured alone, as a user's scans arrive. */
const BETWEEN_MS = 60;

/** P5: time from a file's last write to its request at the sandbox, minus the settle window. Both clocks are this machine's. */
export async function dropToRequest(): Promise<readonly Line[]> {
  let waits: readonly number[] = [];
  await withBenchHost(async (host) => {
    waits = await drops(host);
  });
  const how = `${waits.length} files of ${FILE_BYTES / 1_000} KB one after the other; longest ${Math.round(Math.max(...waits))} ms`;
  const common = { id: 'P5', theirs: null, unit: 'ms', note: how };
  const [middle, late] = [percentile(waits, 0.5), percentile(waits, 0.99)];
  return [
    {
      ...common,
      what: 'file complete to request, less settling, p50',
      ours: middle,
      figure: middle,
      target: { most: 20 },
      rounds: waits.map((ours) => ({ ours })),
    },
    { ...common, what: 'the same, p99', ours: late, figure: late, target: { most: 60 }, rounds: [] },
  ];
}

async function drops({ parts, folder, settleMs }: BenchHost): Promise<readonly number[]> {
  const waits: number[] = [];
  const endAt = performance.now() + WITHIN_MS;
  for (let count = 0; count < FILES && performance.now() < endAt; count += 1) {
    writeFileSync(join(folder, `drop-${count}.pdf`), aPdf(`drop ${count}`, FILE_BYTES));
    const writtenAt = Date.now();
    const request = await until('the request of this file', async () => (await imports(parts))[count] ?? null);
    waits.push(Date.parse(request.at) - writtenAt - settleMs);
    await pause(BETWEEN_MS);
  }
  return waits;
}

async function imports(parts: BenchHost['parts']) {
  return (await parts.control.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/purchase-invoices'));
}

type BenchHost = {
  readonly parts: Parts;
  readonly host: Host;
  /** The watched folder. */
  readonly folder: string;
  readonly settleMs: number;
  readonly integration: { readonly integrationId: string; readonly integrationSecret: string };
};

/** Shorter than the default, to save time; it is subtracted from every figure. */
const SETTLE_MS = 500;

/** Sandbox, relay and headless host as real programs, ended afterwards. */
async function withBenchHost(bench: (host: BenchHost) => Promise<unknown>): Promise<void> {
  const root = scratchFolder('bench');
  const [profile, folder] = [join(root, 'profile'), join(root, 'Purchases')];
  mkdirSync(profile);
  mkdirSync(folder);
  const parts = await startParts();
  try {
    const host = await startHost(profile);
    try {
      await host.client.installation.change(parts.installation);
      const integration = await parts.control.createIntegration();
      const company = await host.client.companies.connect({ name: 'Exemple SARL', ...integration });
      if (!company.ok) throw new Error(company.failure.kind);
      const added = await host.client.folders.add({
        companyId: company.value.id,
        importType: 'purchase-invoices',
        path: folder,
        settleMs: SETTLE_MS,
      });
      if (!added.ok) throw new Error(added.failure.kind);
      await firstSweep(host.client);
      await bench({ parts, host, folder, settleMs: SETTLE_MS, integration });
    } finally {
      await host.program.stop();
    }
  } finally {
    await parts.stop();
    removeFolder(root);
  }
}
