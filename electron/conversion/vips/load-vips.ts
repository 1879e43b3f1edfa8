import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type Sharp from 'sharp';
import type { VipsModule } from './confined-script.ts';
import { handOut, startThreads } from './threads.ts';

/** As many as one picture needs at the same time: they are started before the process gives up the right to start any. */
const THREADS = 5;
/** The readers of libvips that are used. All others are closed: formats that nobody sends only offer faults. */
const READERS = ['Tiff', 'Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

const HERE = import.meta.url;
const IS_SOURCE = HERE.endsWith('.ts');
const ADDON = new URL('./addon.ts', HERE);

export type Vips = {
  readonly open: typeof Sharp;
  /** Room in libvips' own memory, for a file that it is to read: elsewhere, it would be there twice. It is never given back. */
  readonly room: (bytes: number) => Uint8Array;
  /** The same bytes where they are now: a view of its memory is only good until that grows. */
  readonly current: (bytes: Uint8Array) => Uint8Array;
};

let loading: Promise<Vips> | null = null;

/** libvips, as WebAssembly, by the interface of the package `sharp`. Loaded once for a process, before it gives up its rights. */
export function loadVips(): Promise<Vips> {
  return (loading ??= load());
}

async function load(): Promise<Vips> {
  const threads = await startThreads(new URL(IS_SOURCE ? './thread.ts' : './vips-thread.js', HERE), THREADS);
  if (IS_SOURCE) addonInPlaceOfNative();
  const { default: sharp } = await import('sharp');
  const { module } = IS_SOURCE ? nativeAddon() : await import('./addon.ts');
  handOut(threads);
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return { open: sharp, ...roomOf(module) };
}

function roomOf({ memory, malloc }: VipsModule): Pick<Vips, 'room' | 'current'> {
  return {
    room: (bytes) => {
      const at = malloc(bytes) >>> 0;
      if (at === 0) throw new RangeError('no more memory');
      return new Uint8Array(memory.buffer, at, bytes);
    },
    current: (bytes) => (bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(memory.buffer, bytes.byteOffset, bytes.byteLength)),
  };
}

/** The one that `sharp` has loaded: tests load modules in their own way, and would get another one. */
function nativeAddon(): { readonly module: VipsModule } {
  return createRequire(HERE)(fileURLToPath(ADDON)) as { readonly module: VipsModule };
}

/** In a build, the bundler does the same (build/vips-files.ts). */
function addonInPlaceOfNative(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === './sharp.mjs' && /[\\/]sharp[\\/]dist[\\/]\w+\.mjs$/.test(context.parentURL ?? '')
        ? { url: ADDON.href, shortCircuit: true }
        : next(specifier, context),
  });
}
