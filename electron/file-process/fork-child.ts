import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Emitter, OnceEmitter } from '#shared/async/emitter.ts';
import { type Launcher, type NetworkNamespaces, networkNamespaces } from '../platform/network-namespace.ts';
import { withStartedUmask } from '../platform/make-private.ts';
import { childEnvironment, type ChildRights, nodeOptions } from './child-options.ts';
import { lastOutput } from './last-output.ts';
import type { ChildMessage, ProcessWithOutput, Question, StartChild } from './questions.ts';

/** `kept`: `output()` returns the end of what the process writes. */
export type ForkOptions = {
  readonly output: 'ignored' | 'kept';
  readonly rights: ChildRights;
  readonly namespaces?: NetworkNamespaces;
};

/** Whether the system lets this user have them is found out once for all processes. */
const NAMESPACES = networkNamespaces();

/** Starts the file as a separate Node process that reads files. */
export function forkChild(file: URL): StartChild {
  // Only there a program of the system is asked which files are in the cloud.
  const programs = process.platform === 'win32' || process.platform === 'darwin';
  return (writes) => forkProcess<Question, ChildMessage>(file, { output: 'ignored', rights: { writes, programs } })();
}

/** Starts the file as a separate Node process, without a network where the system lets this user do that. */
export function forkProcess<Asked extends object, Said>(file: URL, options: ForkOptions): () => ProcessWithOutput<Asked, Said> {
  return () => {
    const end = new OnceEmitter();
    const said = new Emitter<[Said]>();
    const { namespaces = NAMESPACES } = options;
    let [isKilled, hasSaid] = [false, false];
    let output = lastOutput(null);
    const begin = (launcher: Launcher | null): ChildProcess | null => {
      if (isKilled) {
        end.emit();
        return null;
      }
      // The process also moves files within the person's folders, so it needs the original umask; Intray's own files get explicit modes.
      const started = withStartedUmask(() => spawned(file, launcher, options));
      output = lastOutput(started.stdout);
      started.on('message', (message) => {
        hasSaid = true;
        said.emit(message as Said);
      });
      // Each process says something first: this one was not even started.
      started.once('exit', () => (launcher !== null && !hasSaid && !isKilled ? namespaces.giveUp() : null));
      ringAtEnd(started, options, () => end.emit());
      started.unref();
      started.channel?.unref();
      return started;
    };
    const starting = namespaces
      .launcher()
      .then(begin)
      .catch(() => {
        // The system refuses another process.
        end.emit();
        return null;
      });
    return {
      output: () => output(),
      send: (asked) => void starting.then((started) => started?.connected === true && started.send(asked, () => undefined)),
      onSaid: (hear) => void said.subscribe(hear),
      onEnd: (ring) => end.subscribe(ring),
      kill: () => {
        isKilled = true;
        void starting.then((started) => (started === null ? null : killed(started)));
      },
    };
  };
}

function spawned(file: URL, launcher: Launcher | null, { output, rights }: ForkOptions): ChildProcess {
  const words = [...nodeOptions(rights), fileURLToPath(file)];
  const [program, all] =
    launcher === null ? [process.execPath, words] : [launcher.program, [...launcher.words, process.execPath, ...words]];
  return spawn(program, all, {
    serialization: 'advanced',
    // A hanging process must hold nothing open: neither the terminal, nor a folder that is to be unmounted.
    stdio: ['ignore', output === 'kept' ? 'pipe' : 'ignore', 'ignore', 'ipc'],
    ...(process.platform === 'win32' ? {} : { cwd: '/' }),
    env: childEnvironment(process.env),
  });
}

function killed(started: ChildProcess): void {
  started.kill('SIGKILL');
  if (started.connected) started.disconnect();
}

function ringAtEnd(started: ChildProcess, { output }: ForkOptions, ended: () => void): void {
  // Everything that it wrote has arrived only when its output is closed.
  started.once(output === 'kept' ? 'close' : 'exit', ended);
  // The process could not be started, or a message could not be sent: its end follows, unless it never began.
  started.on('error', () => {
    if (started.pid === undefined) ended();
  });
}
