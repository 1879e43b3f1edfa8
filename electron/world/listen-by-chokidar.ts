import { watch } from 'chokidar';
import type { Listening, ListeningTells } from './listening.ts';

/** As deep as a sweep goes; what lies deeper is not ours. */
const DEPTH_MAX = 16;

/** Windows and macOS, whose watches have traps of their own. Nothing that it says about files is believed, only that something was said. */
export function listenByChokidar(path: string, { heard, ready, failed }: ListeningTells): Listening {
  const watcher = watch(path, {
    backend: 'auto',
    ignoreInitial: true,
    followSymlinks: false,
    // It would keep quiet about names that look like an editor's, and hold back what is replaced.
    atomic: false,
    ignorePermissionErrors: true,
    depth: DEPTH_MAX,
  });
  watcher.on('all', heard).on('ready', ready);
  watcher.on('error', (error: unknown) => failed(error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'));
  return watcher;
}
