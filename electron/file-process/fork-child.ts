import { type ChildProcess, execFile, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Emitter, OnceEmitter } from '#shared/async/emitter.ts';
import { withStartedUmask } from '../platform/make-private.ts';
import { childEnvironment, type ChildRights, nodeOptions } from './child-options.ts';
import { lastOutput } from './last-output.ts';
import type { ChildMessage, ProcessWithOutput, Question, StartChild } from './questions.ts';
import { existsSync, readFileSync } from 'node:fs';

/** By full paths: what a user's PATH names is not asked. The last one is NixOS's. */
const PLACES = ['/usr/bin/unshare', '/bin/unshare', '/run/current-system/sw/bin/unshare'];
/** It takes some milliseconds. */
const TRY_MS_MAX = 5_000;

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
      // The process also moves files within the user's folders, so it needs the original umask; Intray's own files get explicit modes.
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

/** A program, and the words before those of the program that it becomes. */
type Launcher = { readonly program: string; readonly words: readonly string[] };

type NetworkNamespaces = {
  /** Null where there are none, or where the last one could not be made. It is tried once, when it is first asked for. */
  launcher(): Promise<Launcher | null>;
  /** One could not be made after all, as where the system's limit is reached: from now on programs start without, rather than not at all. */
  giveUp(): void;
};

/** Those of this program. `attempt` finds out whether they can be had. */
export function networkNamespaces(attempt: () => Promise<Launcher | null> = tried): NetworkNamespaces {
  let found: Promise<Launcher | null> | null = null;
  return {
    launcher: () => (found ??= attempt()),
    giveUp: () => {
      found = Promise.resolve(null);
    },
  };
}

/**
 * What starts a program in a network namespace of its own, in which there is no network, and then becomes it, so that it keeps its number. Null where an
 * ordinary user may not have one: not on Linux, without `unshare` (util-linux 2.36), in most containers, and where AppArmor forbids it (Ubuntu 24.04).
 */
async function tried(): Promise<Launcher | null> {
  const words = process.platform === 'linux' ? wordsFor() : null;
  const program = words === null ? undefined : PLACES.find((place) => existsSync(place));
  if (words === null || program === undefined) return null;
  return new Promise((resolve) => {
    execFile(program, [...words, program, '--version'], { timeout: TRY_MS_MAX, env: {} }, (error) => {
      resolve(error === null ? { program, words } : null);
    }).unref();
  });
}

/**
 * Within a user namespace the process has the same user and may read the same files. A user with capabilities, such as root, would lose them there,
 * and with them files of other users: it makes a network namespace alone, if it can.
 */
function wordsFor(): readonly string[] | null {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined) return null;
  return hasCapabilities() ? ['--net', '--'] : ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--net', '--'];
}

function hasCapabilities(): boolean {
  try {
    return !/^CapEff:\s*0+$/m.test(readFileSync('/proc/self/status', 'latin1'));
  } catch {
    return true;
  }
}
