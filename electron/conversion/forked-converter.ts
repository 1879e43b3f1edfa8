import type { ConvertRequest } from '#shared/ports/converter.ts';
import { forkProcess } from '../file-process/fork-child.ts';
import { ProcessConverter, type ProcessConverterDeps } from './process-converter.ts';
import type { ConversionMessage } from './process/messages.ts';

/** Converts in a Node process. `file` is the program of that process: its source, or what the build made of it. */
export function forkedConverter({ file, ...by }: Pick<ProcessConverterDeps, 'clock' | 'log'> & { readonly file: URL }): ProcessConverter {
  return new ProcessConverter({ ...by, start: forkProcess<ConvertRequest, ConversionMessage>(file, { output: 'kept' }) });
}
