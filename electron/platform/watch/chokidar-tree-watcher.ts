import type { FSWatcher } from 'chokidar';
import { DEPTH_MAX } from '#shared/domain/folder/folder-depth.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { TreeWatcher, TreeWatcherEvents } from './tree-watcher.ts';

/**
 * Windows and macOS, whose watches have traps of their own. Nothing that it says about files is believed, only that something was
 * said. The library is loaded here, since Linux has no use for it.
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
    // It would keep quiet about names that look like an editor's, and hold back what is replaced.
    atomic: false,
    ignorePermissionErrors: true,
    depth: DEPTH_MAX,
  });
  watcher.on('all', heard).on('ready', ready);
  watcher.on('error', (error: unknown) => failed(codeOf(error)));
  return watcher;
}
