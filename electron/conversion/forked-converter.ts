import { forkProcess } from '../file-process/fork-child.ts';
import { ProcessConverter, type ProcessConverterDeps } from './process-converter.ts';
import type { ConversionMessage, ConversionRequest } from './process/messages.ts';

/** Converts in a Node process. `file` is the program of that process: its source, or what the build made of it. */
export function forkedConverter({ file, ...by }: Pick<ProcessConverterDeps, 'clock' | 'log'> & { readonly file: URL }): ProcessConverter {
  return new ProcessConverter({ ...by, start: forkProcess<ConversionRequest, ConversionMessage>(file, { output: 'kept' }) });
}
