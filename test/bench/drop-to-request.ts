import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../build/demo/pause.ts';
import { aPdf } from '../faults/a-pdf.ts';
import { until } from '../faults/until.ts';
import type { BenchHost } from './bench-host.ts';
import { type Figure, percentile, rounded } from './figure.ts';

const FILES = 50;
const FILE_BYTES = 100_000;
/** An overloaded machine measures fewer of them, and the report says how many. */
const WITHIN_MS = 60_000;
/** So that two never settle together: each is measured alone, as a person's scans come. */
const BETWEEN_MS = 60;

/** Time from a file's last write to its request at the sandbox, less the settle window. Both clocks are this machine's. */
export async function benchDropToRequest({ parts, folder, settleMs }: BenchHost): Promise<readonly Figure[]> {
  const waits: number[] = [];
  const endAt = performance.now() + WITHIN_MS;
  for (let count = 0; count < FILES && performance.now() < endAt; count += 1) {
    writeFileSync(join(folder, `drop-${count}.pdf`), aPdf(`drop ${count}`, FILE_BYTES));
    const writtenAt = Date.now();
    const request = await until('the request of this file', async () => (await imports(parts))[count] ?? null);
    waits.push(Date.parse(request.at) - writtenAt - settleMs);
    await pause(BETWEEN_MS);
  }
  const how = `${waits.length} files of ${FILE_BYTES / 1_000} KB one after the other; settle window of ${settleMs} ms taken off`;
  return [
    { what: 'drop to request, p50', value: rounded(percentile(waits, 0.5)), unit: 'ms', how },
    { what: 'drop to request, p99', value: rounded(percentile(waits, 0.99)), unit: 'ms', how },
    { what: 'drop to request, longest', value: rounded(Math.max(...waits)), unit: 'ms', how },
  ];
}

async function imports(parts: BenchHost['parts']) {
  return (await parts.control.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/purchase-invoices'));
}
