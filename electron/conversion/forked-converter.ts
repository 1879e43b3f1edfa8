import type { ChildRights } from '../file-process/child-options.ts';
import { forkProcess } from '../file-process/fork-child.ts';
import { ProcessConverter, type ProcessConverterDeps } from './process-converter.ts';
import type { ConversionMessage, ConversionRequest } from './process/messages.ts';

/** Until it has opened what it needs; then it gives up all of it. One thread watches its memory. */
export const CONVERSION_RIGHTS: ChildRights = { writes: 'anywhere', threads: true };

/** Converts in a Node process. `file` is the program of that process: its source, or what the build made of it. */
export function forkedConverter({ file, ...by }: Pick<ProcessConverterDeps, 'clock' | 'log'> & { readonly file: URL }): ProcessConverter {
  return new ProcessConverter({
    ...by,
    start: forkProcess<ConversionRequest, ConversionMessage>(file, { output: 'kept', rights: CONVERSION_RIGHTS }),
  });
}
