import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { pause } from '../../build/demo/pause.ts';
import { aPdf } from '../faults/a-pdf.ts';
import { bareLoop } from './bare-loop.ts';
import type { BenchHost } from './bench-host.ts';
import { type Figure, rounded } from './figure.ts';

const FILES = 200;
const FILE_BYTES = 200_000;
/** The engine's default. */
const AT_ONCE = 4;
/** Half a minute was plenty on two slow cores. */
const WITHIN_MS = 60 * SECOND_MS;
/** Seldom: each look costs the sandbox, which both have to share, a little time. */
const LOOK_EVERY_MS = 500;

/**
 * A pile of scans that waits in the queue, from the first request to the last document, against the same pile sent by a
 * loop that does nothing but send. Both go to the same sandbox, which has the larger share of the work.
 */
export async function benchThroughput(bench: BenchHost): Promise<readonly Figure[]> {
  const files = Array.from({ length: FILES }, (_, count) => ({ name: `pile-${count}.pdf`, bytes: aPdf(`pile ${count}`, FILE_BYTES) }));
  await queue(bench, files);
  const { client } = bench.host;
  const [company] = (await client.overview()).companies;
  if (company === undefined) throw new Error('the company is not there');
  await client.companies.resume({ companyId: company.id });
  const engine = await filesPerSecond(bench, bench.integration.integrationId);
  const other = await bench.parts.control.createIntegration();
  await bareLoop(bench.parts, { ...other, files, atOnce: AT_ONCE });
  const bare = await filesPerSecond(bench, other.integrationId);
  const how = `${FILES} × ${FILE_BYTES / 1_000} KB, ${AT_ONCE} at once, first request to last document`;
  return [
    { what: 'throughput, Intray', value: rounded(engine), unit: 'files/s', how: `${how}; spool and journal flushed to disk` },
    { what: 'throughput, bare undici loop', value: rounded(bare), unit: 'files/s', how },
    { what: 'throughput, ratio', value: rounded(engine / bare, 2), unit: '×', how: 'Intray against the bare loop' },
  ];
}

/** All files in the queue while the company is paused; such a pile is held, and a person lets it go. */
async function queue({ host, folder }: BenchHost, files: readonly { readonly name: string; readonly bytes: Buffer }[]): Promise<void> {
  const { client } = host;
  const [company] = (await client.overview()).companies;
  if (company === undefined) throw new Error('the company is not there');
  await client.companies.pause({ companyId: company.id });
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
  const endAt = performance.now() + WITHIN_MS;
  while ((await client.items.list({ states: ['waiting'], limit: 1 })).total < FILES) {
    const held = await client.items.list({ states: ['held'], limit: FILES });
    if (held.items.length > 0) await client.items.allow({ itemIds: held.items.map((item) => item.id) });
    if (performance.now() > endAt) throw new Error('the files did not reach the queue');
    await pause(LOOK_EVERY_MS);
  }
}

async function filesPerSecond({ parts }: BenchHost, integrationId: string): Promise<number> {
  const endAt = performance.now() + WITHIN_MS;
  for (;;) {
    const received = (await parts.control.documents()).filter((one) => one.integrationId === integrationId);
    if (received.length === FILES) {
      const requests = (await parts.control.requests()).filter(({ method, path }) => method === 'POST' && path.includes(integrationId));
      const first = Math.min(...requests.filter(({ path }) => path.endsWith('/purchase-invoices')).map(({ at }) => Date.parse(at)));
      const last = Math.max(...received.map((one) => Date.parse(one.receivedAt)));
      return FILES / ((last - first) / SECOND_MS);
    }
    if (performance.now() > endAt) throw new Error(`only ${received.length} of ${FILES} documents arrived`);
    await pause(LOOK_EVERY_MS);
  }
}
