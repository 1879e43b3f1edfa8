import { OnceEmitter } from '#shared/async/emitter.ts';
import { utilityProcess } from 'electron/main';
import process from 'node:process';
import { childEnvironment, ELECTRON_SWITCHES } from '../file-process/child-options.ts';
import { lastOutput } from '../file-process/last-output.ts';
import type { ChildMessage, ProcessWithOutput, Question, StartChild } from '../file-process/questions.ts';
import { ProcessConverter, type ProcessConverterDeps } from '../conversion/process-converter.ts';
import type { ConversionMessage, ConversionRequest } from '../conversion/process/messages.ts';

/** Starts the file process as an Electron utility process. */
export function startFileProcess(file: string): StartChild {
  return startUtility<Question, ChildMessage>(file, { serviceName: 'Intray files', output: 'ignored' });
}

/** `kept`: `output()` returns the end of what the process writes. */
export type UtilityOptions = { readonly serviceName: string; readonly output: 'ignored' | 'kept' };

/** Starts a file as an Electron utility process, since the packaged program cannot run as Node. Requires that the app is ready. */
function startUtility<Asked, Said>(file: string, deps: UtilityOptions): () => ProcessWithOutput<Asked, Said> {
  return () => {
    const started = utilityProcess.fork(file, [], {
      serviceName: deps.serviceName,
      stdio: deps.output === 'kept' ? ['ignore', 'pipe', 'ignore'] : 'ignore',
      execArgv: [...ELECTRON_SWITCHES],
      env: childEnvironment(process.env),
    });
    const output = lastOutput(deps.output === 'kept' ? started.stdout : null);
    const end = new OnceEmitter();
    const ended = (): void => end.emit();
    started.once('exit', () => {
      const stream = deps.output === 'kept' ? started.stdout : null;
      // What it wrote last may arrive after its end.
      if (stream === null || (stream as { readonly readableEnded?: boolean }).readableEnded === true) return ended();
      stream.once('close', ended);
      stream.once('end', ended);
    });
    return {
      output,
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Between processes of one program there is no origin to name.
      send: (asked) => started.postMessage(asked),
      onSaid: (hear) => void started.on('message', (said: Said) => hear(said)),
      onEnd: (ring) => end.subscribe(ring),
      kill: () => killed(started),
    };
  };
}

/** Electron's `kill` asks the process to end, which a hung process ignores. */
function killed(started: Electron.UtilityProcess): void {
  const { pid } = started;
  try {
    if (pid === undefined) started.kill();
    else process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

/** Converts in an Electron utility process. `file` is the built program of that process. Requires that the app is ready at the first conversion. */
export function utilityConverter({
  file,
  ...by
}: Pick<ProcessConverterDeps, 'clock' | 'log'> & { readonly file: string }): ProcessConverter {
  const start = startUtility<ConversionRequest, ConversionMessage>(file, { serviceName: 'Intray conversion', output: 'kept' });
  return new ProcessConverter({ ...by, start });
}
