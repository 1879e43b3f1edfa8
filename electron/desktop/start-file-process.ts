import { Emitter } from '#shared/async/emitter.ts';
import { utilityProcess } from 'electron/main';
import process from 'node:process';
import { CHILD_ARGUMENTS, childEnvironment } from '../file-process/child-options.ts';
import type { Child, ChildMessage, StartChild } from '../file-process/questions.ts';

/** Starts the file process as an Electron utility process, since the packaged program cannot run as Node. Requires that the app is ready. */
export function startFileProcess(file: string): StartChild {
  return () => {
    const started = utilityProcess.fork(file, [], {
      serviceName: 'Intray files',
      stdio: 'ignore',
      execArgv: [...CHILD_ARGUMENTS],
      env: childEnvironment(process.env),
    });
    let isEnded = false;
    const end = new Emitter();
    started.once('exit', () => {
      isEnded = true;
      end.emit();
    });
    const child: Child = {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Between processes of one program there is no origin to name.
      send: (question) => started.postMessage(question),
      onSaid: (hear) => void started.on('message', (said: ChildMessage) => hear(said)),
      onEnd: (ring) => {
        if (isEnded) ring();
        else end.subscribe(ring);
      },
      kill: () => killed(started),
    };
    return child;
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
