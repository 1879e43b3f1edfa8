import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Emitter } from '#shared/async/emitter.ts';
import { withStartedUmask } from '../platform/private-umask.ts';
import { CHILD_ARGUMENTS, childEnvironment } from './child-options.ts';
import type { Child, ChildMessage, StartChild } from './questions.ts';

function forked(file: URL): ChildProcess {
  return fork(fileURLToPath(file), [], {
    serialization: 'advanced',
    // A hanging process must hold nothing open: neither the terminal, nor a folder that is to be unmounted.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(process.platform === 'win32' ? {} : { cwd: '/' }),
    execArgv: [...CHILD_ARGUMENTS],
    env: childEnvironment(process.env),
  });
}

/** Starts the file as a separate Node process. */
export function forkChild(file: URL): StartChild {
  return () => {
    // The process also moves files within the person's folders, so it needs the original umask; Intray's own files get explicit modes.
    const started = withStartedUmask(() => forked(file));
    let isEnded = false;
    const end = new Emitter();
    const ended = (): void => {
      if (isEnded) return;
      isEnded = true;
      end.emit();
    };
    started.once('exit', ended);
    // The process could not be started, or a message could not be sent: its end follows, unless it never began.
    started.on('error', () => {
      if (started.pid === undefined) ended();
    });
    started.unref();
    started.channel?.unref();
    const child: Child = {
      send: (question) => {
        if (started.connected) started.send(question, () => undefined);
      },
      onSaid: (hear) => void started.on('message', (said) => hear(said as ChildMessage)),
      onEnd: (ring) => {
        if (isEnded) ring();
        else end.subscribe(ring);
      },
      kill: () => {
        started.kill('SIGKILL');
        if (started.connected) started.disconnect();
      },
    };
    return child;
  };
}
