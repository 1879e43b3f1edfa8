import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { OnceEmitter } from '#shared/async/once-emitter.ts';
import { withStartedUmask } from '../platform/private-umask.ts';
import { CHILD_ARGUMENTS, childEnvironment } from './child-options.ts';
import { lastOutput } from './last-output.ts';
import type { ChildMessage, ProcessWithOutput, Question, StartChild } from './questions.ts';

/** `kept`: `output()` returns the end of what the process writes. */
export type ForkOptions = { readonly output: 'ignored' | 'kept' };

function forked(file: URL, { output }: ForkOptions): ChildProcess {
  return fork(fileURLToPath(file), [], {
    serialization: 'advanced',
    // A hanging process must hold nothing open: neither the terminal, nor a folder that is to be unmounted.
    stdio: ['ignore', output === 'kept' ? 'pipe' : 'ignore', 'ignore', 'ipc'],
    ...(process.platform === 'win32' ? {} : { cwd: '/' }),
    execArgv: [...CHILD_ARGUMENTS],
    env: childEnvironment(process.env),
  });
}

/** Starts the file as a separate Node process that reads files. */
export function forkChild(file: URL): StartChild {
  return forkProcess<Question, ChildMessage>(file, { output: 'ignored' });
}

/** Starts the file as a separate Node process. */
export function forkProcess<Asked extends object, Said>(file: URL, options: ForkOptions): () => ProcessWithOutput<Asked, Said> {
  return () => {
    // The process also moves files within the person's folders, so it needs the original umask; Intray's own files get explicit modes.
    const started = withStartedUmask(() => forked(file, options));
    const output = lastOutput(started.stdout);
    const end = new OnceEmitter();
    const ended = (): void => end.emit();
    // Everything that it wrote has arrived only when its output is closed.
    started.once(options.output === 'kept' ? 'close' : 'exit', ended);
    // The process could not be started, or a message could not be sent: its end follows, unless it never began.
    started.on('error', () => {
      if (started.pid === undefined) ended();
    });
    started.unref();
    started.channel?.unref();
    return {
      output,
      send: (asked) => {
        if (started.connected) started.send(asked, () => undefined);
      },
      onSaid: (hear) => void started.on('message', (said) => hear(said as Said)),
      onEnd: (ring) => end.subscribe(ring),
      kill: () => {
        started.kill('SIGKILL');
        if (started.connected) started.disconnect();
      },
    };
  };
}
