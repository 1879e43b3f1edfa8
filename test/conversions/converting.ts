import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion, ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { recordingLog } from '#test/support/recording-log.ts';

export type ToConvert = { readonly path: string; readonly sha256: string; readonly kind: ConvertedKind; readonly password: string | null };

export type Made = {
  readonly mediaType: Conversion['mediaType'];
  readonly pages: number;
  readonly bytes: Uint8Array;
  /** What the conversion says about the file that it came from, such as that it is damaged. Empty where it says nothing. */
  readonly remarks: readonly string[];
};

/** What was made, or the fault. `seconds`: from asking to the answer. */
export type Answered = { readonly made: Made | null; readonly fault: string; readonly seconds: number };

export type Converting = {
  convert(of: ToConvert): Promise<Answered>;
  end(): void;
};

const PROGRAM = new URL('../../dist/headless/conversion-process.js', import.meta.url);
const ITEM = '00000000-0000-4000-8000-000000000001' as ItemId;

/** The process that converts in the product, as it was built, one for each file; the next one starts while what was made is compared. */
export function openConverting(): Converting {
  const clock = nodeClock();
  const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
  const converter = forkedConverter({ clock, log: recordingLog(), file: PROGRAM });
  const copy = { path: join(folder, 'copy'), itemId: ITEM };
  return {
    convert: async ({ path, ...of }) => {
      const fromMs = clock.monotonicMs();
      const answer = await converter.convert(
        { path, root: dirname(path), copy, ...of },
        { progress: () => undefined, stop: new StopSource() },
      );
      const seconds = (clock.monotonicMs() - fromMs) / 1_000;
      if (!answer.ok) return { made: null, fault: answer.failure, seconds };
      const { mediaType, pages, bytes: length } = answer.value;
      const bytes = Uint8Array.from(readFileSync(copy.path).subarray(COPY_HEADER_BYTES, COPY_HEADER_BYTES + length));
      return { made: { mediaType, pages, bytes, remarks: remarksOf(answer.value) }, fault: '', seconds };
    },
    end: () => {
      converter.end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A converter of an earlier version has no such field. */
function remarksOf(conversion: object): readonly string[] {
  const remarks: unknown = 'remarks' in conversion ? conversion.remarks : [];
  return Array.isArray(remarks) ? remarks.map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one))) : [];
}
