import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { undo } from '#shared/lib/pictures/filtered-rows.ts';
import { passesOf, type PngPass } from '#shared/lib/pictures/png-header.ts';
import type { PngParts } from './png-parts.ts';

export type PackedRow = { readonly pass: PngPass; readonly y: number; readonly bytes: Uint8Array };

/** Decompresses and unfilters all rows of all passes; never more than two rows are in memory. Ends early if `take` says so. Throws for what is damaged. */
export async function unpackRows({ header, data }: PngParts, take: (row: PackedRow) => boolean): Promise<void> {
  const step = Math.max(1, (header.channels * header.depth) >> 3);
  const passes = passesOf(header).values();
  let pass = passes.next().value;
  let [above, own] = linesOf(pass);
  let [y, filled] = [0, 0];
  for await (const chunk of Readable.from(data).pipe(createInflate())) {
    const bytes = chunk as Uint8Array;
    // There is more than the rows need, which readers ignore.
    if (pass === undefined && bytes.byteLength > 0) return;
    for (let at = 0; at < bytes.byteLength && pass !== undefined; ) {
      const part = bytes.subarray(at, at + pass.rowBytes + 1 - filled);
      own.set(part, filled);
      at += part.byteLength;
      filled += part.byteLength;
      if (filled <= pass.rowBytes) continue;
      if (!undo(own[0] ?? 0, own.subarray(1), above.subarray(1), step)) throw new RangeError('unknown filter');
      if (!take({ pass, y, bytes: own.subarray(1) })) return;
      [above, own] = [own, above];
      [y, filled] = [y + 1, 0];
      if (y < pass.height) continue;
      pass = passes.next().value;
      [above, own] = linesOf(pass);
      y = 0;
    }
  }
  if (pass !== undefined) throw new RangeError('rows are missing');
}

function linesOf(pass: PngPass | undefined): [above: Uint8Array, own: Uint8Array] {
  const bytes = (pass?.rowBytes ?? 0) + 1;
  return [new Uint8Array(bytes), new Uint8Array(bytes)];
}
