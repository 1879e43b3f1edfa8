import { watch } from 'chokidar';
import { createBuilder } from 'vite';

const PAGE = 'sandbox/console/page';

/** Builds the sandbox's console at the start and after each change of its page. The sandbox reads the built files at each request. */
export async function followConsole({ say, stop }: { readonly say: (line: string) => void; readonly stop: AbortSignal }): Promise<void> {
  let building = buildConsole().catch(() => say('the console could not be built'));
  const watcher = watch(PAGE, { ignoreInitial: true }).on('all', (_event, path) => {
    const at = performance.now();
    building = building.then(buildConsole).then(
      () => say(`${path.replaceAll('\\', '/')} changed: console built in ${((performance.now() - at) / 1_000).toFixed(1)} s`),
      () => say(`${path.replaceAll('\\', '/')} changed: the console could not be built`),
    );
  });
  await new Promise<void>((resolve) => (stop.aborted ? resolve() : stop.addEventListener('abort', () => resolve(), { once: true })));
  await watcher.close();
  await building;
}

async function buildConsole(): Promise<void> {
  const builder = await createBuilder({ configFile: 'vite.config.ts', logLevel: 'warn' });
  const { console: page } = builder.environments;
  if (page !== undefined) await builder.build(page);
}
