import { watch } from 'chokidar';
import { pause } from '../demo/pause.ts';
import { loadedFiles } from './loaded-files.ts';
import type { Part } from './part.ts';

export type Restarting = {
  /** In the order in which they start. */
  readonly parts: readonly Part<unknown>[];
  /** Folders of their sources, from the project's folder. */
  readonly folders: readonly string[];
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
};

/** An editor saves all of its files within this time. */
const GATHER_MS = 60;

/** Restarts each program that contains a changed file, and prints one line about it, until `stop`. */
export async function restartChanged({ parts, folders, say, stop }: Restarting): Promise<void> {
  const loaded = new Map(parts.map(({ entry }) => [entry, loadedFiles(entry)]));
  const changed = new Set<string>();
  let wake = Promise.withResolvers<void>();
  const watcher = watch([...folders], { ignoreInitial: true });
  watcher.on('all', (_event, path) => {
    changed.add(path.replaceAll('\\', '/'));
    wake.resolve();
  });
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  while (!stop.aborted) {
    await Promise.race([wake.promise, stopped]);
    await pause(GATHER_MS, stop);
    wake = Promise.withResolvers<void>();
    const paths = [...changed];
    changed.clear();
    const touched = parts.filter(({ entry }) => {
      const before = loaded.get(entry);
      const after = loadedFiles(entry);
      loaded.set(entry, after);
      // A deleted file counts as well if it was loaded before.
      return paths.some((path) => before?.has(path) === true || after.has(path));
    });
    const mattering = paths.filter((path) => touched.some(({ entry }) => loaded.get(entry)?.has(path)));
    if (!stop.aborted && touched.length > 0) await restart(touched, mattering.length === 0 ? paths : mattering, say);
  }
  await watcher.close();
}

async function restart(parts: readonly Part<unknown>[], paths: readonly string[], say: Restarting['say']): Promise<void> {
  const [first, ...others] = paths;
  const what = `${first}${others.length === 0 ? '' : ` and ${others.length} more`} changed`;
  const at = performance.now();
  const names = parts.map(({ name }) => (name === 'headless' ? 'host' : name)).join(', ');
  try {
    for (const part of parts) await part.restart();
    say(`${what}: ${names} restarted in ${((performance.now() - at) / 1_000).toFixed(1)} s`);
  } catch (error) {
    say(`${what}: ${error instanceof Error ? error.message : 'it did not start'}\nThe next change tries again.`);
  }
}
