import { SECOND_MS } from '#shared/lib/duration.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Converter } from '#shared/ports/converter.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { madeOf } from '../../plan/papers.ts';
import type { Chance } from '../chance.ts';

export type SimConverterOptions = {
  readonly clock: Clock;
  readonly chance: Chance;
  /** The files of the program's run; they die with it. */
  readonly files: Pick<Files, 'read' | 'writeOver'>;
};

/** For this long other things happen while a version is made. */
const MAKING_MS = 2 * SECOND_MS;

/** Makes the same PDF of the same file on every computer, unless its process ends before. */
export function simConverter({ clock, chance, files }: SimConverterOptions): Converter {
  return {
    convert: async ({ path, root, sha256, kind, copy }, { stop }) => {
      const read = await files.read(path, { root, bytesMax: FILE_BYTES_MAX });
      if (!read.ok) return fail(read.failure.kind === 'gone' ? 'gone' : 'unreadable');
      if (read.value.bytes === null || hex(nodeSha256([read.value.bytes])) !== sha256) return fail('changed');
      await clock.sleep(MAKING_MS, stop);
      if (isStopped(stop)) return fail('stopped');
      if (chance.strikes('converter-dies')) return fail('broken');
      const bytes = madeOf(sha256);
      const written = await files.writeOver(copy.path, [copyHeader(copy.itemId, bytes.byteLength), bytes]);
      if (!written.ok) return fail(written.failure.kind === 'full' ? 'no-room' : 'broken');
      const made = hex(nodeSha256([bytes]));
      return ok({ sha256: made, bytes: bytes.byteLength, mediaType: 'application/pdf', pages: 1, from: kind, tools: 'simulated' });
    },
    // Nobody joins pictures there.
    join: async () => fail({ fault: 'broken', source: null }),
  };
}

function isStopped({ aborted }: Stop): boolean {
  return aborted;
}
