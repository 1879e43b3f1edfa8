import { fail, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { FileFacts, FileReader } from '#shared/ports/file-reader.ts';
import type { FileFault } from '#shared/ports/files.ts';
import type { VolumeFinder } from '../platform/volumes/volume-finder.ts';
import type { FileWorker, WorkerAnswer } from './file-worker.ts';
import type { ForeignPlace } from './foreign-place.ts';

export type PlacedReaderDeps = {
  readonly of: VolumeFinder['of'];
  readonly foreign: (place: string) => Pick<ForeignPlace, 'ask'>;
  readonly local: Pick<FileWorker, 'ask' | 'ready'>;
};

/** Reads each file in the process of its place; all local disks share one. */
export function placedReader({ of: placeOf, foreign, local }: PlacedReaderDeps): FileReader {
  return {
    ready: () => local.ready(),
    read: async (of) => {
      const { place } = await placeOf(of.path, 'keep');
      const told = await (place === null ? local : foreign(place)).ask({ kind: 'read', of });
      // The answer comes from the other half of this same version.
      return toldResult(told) as Result<FileFacts, FileFault>;
    },
  };
}

export function toldResult(told: WorkerAnswer): unknown {
  switch (told.kind) {
    case 'answer':
      return told.answer;
    case 'silent':
      return fail<FileFault>({ kind: 'silent', code: 'NO_ANSWER' });
    case 'ended':
      return fail<FileFault>({ kind: 'other', code: 'READER_ENDED' });
    default:
      return unreachable(told);
  }
}
