import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contentType } from '#electron/intake/inspect/content-type.ts';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { CONVERT_FAULTS, CONVERTED_KINDS, type ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import { oldJpegTiffs } from '#test/support/conversions/old-jpeg-tiffs.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import * as hostileFiles from '#test/support/hostile/hostile-files.ts';
import { hostileShapes } from '#test/support/hostile/hostile-shapes.ts';
import { recordingLog, seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { requestsOr, SEED } from './play.ts';

/** The process of a file takes a second to start, so each source is converted once as it is and once damaged. Other seeds damage other places. */
const FILES = requestsOr(220);
/** Each file has its own process, so a refused file can harm the next one only through the program that starts these processes. */
const NEXT_EVERY = 10;
const WITHIN_MS = 7_200_000;
/** As people run it, where it was built, as before all tests: it starts in two thirds of the time. */
const BUILT = new URL('../../dist/headless/conversion-process.js', import.meta.url);
const PROGRAM = existsSync(BUILT) ? BUILT : new URL('../../electron/conversion/process/main.ts', import.meta.url);
const SAMPLES = new URL('../support/conversions/', import.meta.url).pathname;
const ITEM = '00000000-0000-4000-8000-000000000001' as ItemId;
/** What a file may come to. Everything else is a fault of the process. */
const ALLOWED = ['converted', ...CONVERT_FAULTS.filter((fault) => fault !== 'broken' && fault !== 'stopped')];

/** A file that makes a library run for ever is ended after twenty seconds instead of a minute. */
const clock: Clock = { ...nodeClock(), sleep: (milliseconds, stop) => nodeClock().sleep(milliseconds / 3, stop) };

type Source = { readonly name: string; readonly kind: ConvertedKind; readonly bytes: Uint8Array };

/** Files of all kinds, by other programs, and files that were made to harm. */
function sources(): readonly Source[] {
  const samples = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((name) => !statSync(join(SAMPLES, name)).isDirectory())
    .map((name) => [name, readFileSync(join(SAMPLES, name))] as const);
  const made = Object.entries({ ...hostileShapes(300_000), ...hostileFiles }).map(([name, make]) => [name, make()] as const);
  const { name: locked, path } = sampleFiles.password;
  return [...samples, ...made, ...Object.entries(oldJpegTiffs()), [locked, readFileSync(path)] as const].flatMap(([name, bytes]) => {
    const kind = CONVERTED_KINDS.find((one) => one === contentType(bytes));
    return kind === undefined ? [] : [{ name, kind, bytes }];
  });
}

describe('damaged and hostile files', () => {
  it(
    'are converted or refused with a reason, and the next file after them is converted',
    async () => {
      const root = tempFolder();
      const log = recordingLog();
      const converter = forkedConverter({ clock, log, file: PROGRAM });
      onTestFinished(() => converter.end());
      const all = sources();
      expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(CONVERTED_KINDS));
      const random = seededRandom(SEED);
      const convert = async ({ kind, bytes }: Pick<Source, 'kind' | 'bytes'>): Promise<string> => {
        const path = join(root, 'file');
        writeFileSync(path, bytes);
        const request = { path, root, sha256: hex(nodeSha256([bytes])), kind, password: kind === 'pdf' ? 'specimen' : null };
        const copy = { path: join(root, 'copy'), itemId: ITEM };
        const told = await converter.convert({ ...request, copy }, { progress: () => undefined, stop: new AbortController().signal });
        return told.ok ? 'converted' : told.failure;
      };
      const well = all.find(({ name }) => name === 'g4.tiff') as Source;
      const counts: Record<string, Record<string, number>> = {};
      for (let at = 0; at < FILES; at += 1) {
        const source = all[at % all.length] as Source;
        // In the first round they are as they were made.
        const bytes = at < all.length ? source.bytes : damaged(source.bytes, random);
        const became = await convert({ kind: source.kind, bytes });
        const ofKind = (counts[source.kind] ??= {});
        ofKind[became] = (ofKind[became] ?? 0) + 1;
        expect(ALLOWED, `file ${at}, ${source.name}, seed ${SEED}`).toContain(became);
        if (became === 'converted' || at % NEXT_EVERY !== 0) continue;
        expect(await convert(well), `after file ${at}, ${source.name}, seed ${SEED}`).toBe('converted');
      }
      expect(await convert(well), `after all files, seed ${SEED}`).toBe('converted');
      console.log(JSON.stringify({ converter: 'process', seed: SEED, files: FILES, counts }));
    },
    WITHIN_MS,
  );
});

/** Cut short, with some bytes turned over, with a piece repeated, or with a piece of zeros. */
function damaged(whole: Uint8Array, random: Pick<Random, 'fraction'>): Uint8Array {
  const below = (most: number): number => Math.floor(random.fraction() * most);
  const bytes = Uint8Array.from(whole);
  const [from, length] = [below(bytes.byteLength), below(Math.min(4_096, bytes.byteLength))];
  switch (below(4)) {
    case 0:
      return bytes.subarray(0, from);
    case 1:
      bytes.copyWithin(below(bytes.byteLength), from, from + length);
      return bytes;
    case 2:
      bytes.fill(0, from, from + length);
      return bytes;
    default:
      for (let flips = 1 + below(12); flips > 0; flips -= 1) bytes[below(bytes.byteLength)] = below(256);
      return bytes;
  }
}
