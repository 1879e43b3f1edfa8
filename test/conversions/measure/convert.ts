import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion, ConvertedKind, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Result } from '#shared/lib/result.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { type Usage, watchUsage } from './watch-usage.ts';

export type Asked = { readonly path: string; readonly sha256: string; readonly kind: ConvertedKind; readonly password: string | null };

export type Converted = {
  readonly answer: Result<Conversion, ConvertFault>;
  /** What was made; null for a fault. */
  readonly bytes: Uint8Array | null;
  /** From asking to the answer, with the start of the process. */
  readonly seconds: number;
  /** Of the process; null where the system does not tell. */
  readonly usage: Usage | null;
};

const PROGRAM = new URL('../../../electron/conversion/process/main.ts', import.meta.url);
const ITEM = '00000000-0000-4000-8000-000000000001' as ItemId;

/** Converts one file in a new process, the one that converts in the product. */
export async function convertMeasured({ path, ...of }: Asked): Promise<Converted> {
  const clock = nodeClock();
  const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
  const converter = forkedConverter({ clock, log: recordingLog(), file: PROGRAM });
  const stop = new StopSource();
  const watch = watchUsage(PROGRAM, { clock, stop });
  try {
    const copy = { path: join(folder, 'copy'), itemId: ITEM };
    const fromMs = clock.monotonicMs();
    const answer = await converter.convert({ path, root: dirname(path), copy, ...of }, { progress: () => watch.look(), stop });
    const seconds = (clock.monotonicMs() - fromMs) / 1_000;
    const usage = watch.usage();
    const bytes = answer.ok ? readFileSync(copy.path).subarray(COPY_HEADER_BYTES, COPY_HEADER_BYTES + answer.value.bytes) : null;
    return { answer, bytes, seconds, usage };
  } finally {
    stop.abort();
    converter.end();
    rmSync(folder, { recursive: true });
  }
}
