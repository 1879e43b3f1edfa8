import { registerHooks } from 'node:module';
import type Sharp from 'sharp';
import { handOut, startThreads } from './threads.ts';

/** As many as one picture needs at the same time: they are started before the process gives up the right to start any. */
const THREADS = 6;
/** The readers of libvips that are used. All others are closed: formats that nobody sends only offer faults. */
const READERS = ['Tiff', 'Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

const HERE = import.meta.url;
const IS_SOURCE = HERE.endsWith('.ts');

export type Vips = typeof Sharp;

let loading: Promise<Vips> | null = null;

/** libvips, as WebAssembly, by the interface of the package `sharp`. Loaded once for a process, before it gives up its rights. */
export function loadVips(): Promise<Vips> {
  return (loading ??= load());
}

async function load(): Promise<Vips> {
  const threads = await startThreads(new URL(IS_SOURCE ? './thread.ts' : './vips-thread.js', HERE), THREADS);
  if (IS_SOURCE) addonInPlaceOfNative();
  const { default: sharp } = await import('sharp');
  handOut(threads);
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return sharp;
}

/** In a build, the bundler does the same (build/vips-files.ts). */
function addonInPlaceOfNative(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === './sharp.mjs' && /[\\/]sharp[\\/]dist[\\/]\w+\.mjs$/.test(context.parentURL ?? '')
        ? { url: new URL('./addon.ts', HERE).href, shortCircuit: true }
        : next(specifier, context),
  });
}
