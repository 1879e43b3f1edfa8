import { ProcessConverter, type ProcessConverterDeps } from '../conversion/process-converter.ts';
import type { ConversionMessage, ConversionRequest } from '../conversion/process/messages.ts';
import { startUtility } from './start-file-process.ts';

/** Converts in an Electron utility process. `file` is the built program of that process. Requires that the app is ready at the first conversion. */
export function utilityConverter({
  file,
  ...by
}: Pick<ProcessConverterDeps, 'clock' | 'log'> & { readonly file: string }): ProcessConverter {
  const start = startUtility<ConversionRequest, ConversionMessage>(file, { serviceName: 'Intray conversion', output: 'kept' });
  return new ProcessConverter({ ...by, start });
}
