import { join } from 'node:path';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { RegisterQuery, RegisterStep } from '#shared/app-api/list/register.ts';
import type { ChosenView } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { ok } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import { startThread } from '../platform/worker-thread.ts';
import type * as PagesThread from './pages-thread.ts';
import type { Drawing } from './register-sink.ts';
import type { RegisterPage } from './write-register.ts';

/** Our font is smaller than a megabyte. */
const FONT_BYTES_MAX = 4 * 1_048_576;
/** Its place in the source; a bundle says where its own is. */
const PAGES_THREAD = new URL('./pages-thread.ts', import.meta.url);
const FONT = 'DejaVuSansCondensed.ttf';

export type RegisterHandlersDeps = Pick<World, 'clock' | 'files'> & {
  readonly list: {
    chosen(of: RegisterQuery['chosen']): ChosenView;
    chosenPage(of: RegisterQuery['chosen'], after: number | null, limit: number): RegisterPage;
  };
  /** Also of a company that was removed. */
  readonly companyName: (companyId: CompanyId) => string;
  /** Null where there is no dialog that asks where to. */
  readonly saveFile: ((name: string) => Promise<string | null>) | null;
  /** Folder of the font that the PDF is written with. */
  readonly fontFolder: string | undefined;
  /** The thread that draws pages, as a bundle has it. */
  readonly pagesThread: URL | undefined;
};

/** The deposit register. Its first use loads all words of both languages. */
export function registerHandlers(deps: RegisterHandlersDeps) {
  const { clock, files, list, saveFile, pagesThread = PAGES_THREAD } = deps;
  return {
    make: async function* (of: RegisterQuery, stop?: Stop): AsyncGenerator<RegisterStep, void, void> {
      const { writeRegister } = await import('./write-register.ts');
      const names = new Map<CompanyId, string>();
      const by = {
        clock,
        page: (chosen: RegisterQuery['chosen'], after: number | null, limit: number) => list.chosenPage(chosen, after, limit),
        total: (chosen: RegisterQuery['chosen']) => Object.values(list.chosen(chosen).kinds).reduce((sum, kind) => sum + kind, 0),
        companyName: (companyId: CompanyId) => {
          const name = names.get(companyId) ?? deps.companyName(companyId);
          names.set(companyId, name);
          return name;
        },
        font: () => readFont(deps),
        drawing: { onThread: () => startThread(pagesThread), here: () => drawingHere(pagesThread) },
        saveFile,
        keep: async (path: string, bytes: Uint8Array) => {
          const written = await files.writeDurably(path, bytes);
          return written.ok ? null : written.failure.code;
        },
      };
      yield* writeRegister(of, by, stop);
    },
  } satisfies AppHandlers['register'];
}

async function readFont({ files, fontFolder: root }: RegisterHandlersDeps): Promise<Uint8Array | null> {
  if (root === undefined) return null;
  const read = await files.read(join(root, FONT), { root, bytesMax: FONT_BYTES_MAX });
  return read.ok ? read.value.bytes : null;
}

/** Draws with the thread's own file, loaded when needed: a package contains the drawing code once. */
async function drawingHere(thread: URL): Promise<Drawing> {
  // A bundler must not be able to follow this name: it would pack the file a second time.
  const { drawPages } = (await import(/* @vite-ignore */ thread.href)) as typeof PagesThread;
  const draw = drawPages();
  return { ask: async (question) => ok(await draw(question)), end: () => undefined };
}
