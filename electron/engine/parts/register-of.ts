import { join } from 'node:path';
import type { RegisterQuery, RegisterStep } from '#shared/app-api/register.ts';
import { ok } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import { startThread } from '../../platform/worker-thread.ts';
import type { EngineDeps } from '../engine.ts';
import type { Journal } from '../../journal/open-journal.ts';
import type * as PagesThread from '../../register/pages-thread.ts';
import type { Drawing } from '../../register/register-sink.ts';

/** A font has less than a megabyte. */
const FONT_BYTES_MAX = 4 * 1_048_576;
/** As the source has it; a bundle says where its own lies. */
const PAGES_THREAD = new URL('../../register/pages-thread.ts', import.meta.url);
const FONT = 'DejaVuSansCondensed.ttf';

/** The deposit register on top of the journal; with the first one come all words of both languages. */
export function registerOf({ clock, files }: Pick<World, 'clock' | 'files'>, deps: EngineDeps, { list, companies }: Journal) {
  const nameOf = (companyId: string): string =>
    [...companies.companies(), ...companies.removed()].find(({ id }) => id === companyId)?.name ?? '';
  const thread = deps.pagesThread ?? PAGES_THREAD;
  return async function* (of: RegisterQuery, stop: Stop | undefined): AsyncGenerator<RegisterStep, void, void> {
    const { writeRegister } = await import('../../register/write-register.ts');
    const names = new Map<string, string>();
    yield* writeRegister(
      of,
      {
        clock,
        page: (chosen, after, limit) => list.chosenPage(chosen, after, limit),
        total: (chosen) => Object.values(list.chosen(chosen).kinds).reduce((sum, kind) => sum + kind, 0),
        companyName: (companyId) => {
          const name = names.get(companyId) ?? nameOf(companyId);
          names.set(companyId, name);
          return name;
        },
        font: async () => {
          const root = deps.fontFolder;
          if (root === undefined) return null;
          const read = await files.read(join(root, FONT), { root, bytesMax: FONT_BYTES_MAX });
          return read.ok ? read.value.bytes : null;
        },
        drawing: { onThread: () => startThread(thread), here: () => drawingHere(thread) },
        saveFile: deps.saveFile ?? null,
        keep: async (path, bytes) => {
          const written = await files.writeDurably(path, bytes);
          return written.ok ? null : written.failure.code;
        },
      },
      stop,
    );
  };
}

/** By the thread's own file, loaded when it is needed: what draws lies in a package once. */
async function drawingHere(thread: URL): Promise<Drawing> {
  // No name that a bundler could follow, which would pack it a second time.
  const { drawPages } = (await import(/* @vite-ignore */ thread.href)) as typeof PagesThread;
  const draw = drawPages();
  return { ask: async (question) => ok(await draw(question)), end: () => undefined };
}
