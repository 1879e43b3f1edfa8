import type { FSWatcher } from 'chokidar';
import { DEPTH_MAX } from '#shared/domain/folder/folder-depth.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { TreeWatcher, TreeWatcherEvents } from './tree-watcher.ts';

/**
 * For Windows and macOS, whose watchers have traps of their own. What an event says is ignored; only its occurrence counts. The library is
 * loaded here, since Linux does not need it.
 */
export function watchTreeByChokidar(path: string, tells: TreeWatcherEvents): TreeWatcher {
  const watching = begun(path, tells).catch((error: unknown) => tells.failed(codeOf(error)));
  return { close: async () => (await watching)?.close() };
}

async function begun(path: string, { heard, ready, failed }: TreeWatcherEvents): Promise<FSWatcher> {
  const { watch } = await import('chokidar');
  const watcher = watch(path, {
    backend: 'auto',
    ignoreInitial: true,
    followSymlinks: false,
    // Otherwise it would suppress names that look like an editor's, and delay events for replaced files.
    atomic: false,
    ignorePermissionErrors: true,
    depth: DEPTH_MAX,
  });
  watcher.on('all', heard).on('ready', ready);
  watcher.on('error', (error: unknown) => failed(codeOf(error)));
  return watcher;
}
