import type { Colour, ConvertDeps, FileOfPages, Page } from './picture.ts';
import { vipsPage } from './vips/vips-page.ts';

type OnePage = Pick<FileOfPages, 'tool' | 'quality'> & Pick<ConvertDeps, 'vips'>;

/**
 * A file of one page that is decoded by another library than libvips, once. What decodes it is let go of afterwards, since the memory of a codec never
 * shrinks, and encoding needs as much again.
 */
export function onePage({ vips, ...of }: OnePage, decode: () => Promise<Colour>): FileOfPages {
  let page: Promise<Page> | null = null;
  let once: typeof decode | null = decode;
  const decoded = async (): Promise<Page> => {
    if (once === null) throw new RangeError('decoded already');
    const picture = await once();
    once = null;
    collectGarbage();
    return drawnPage(picture, vips);
  };
  return { ...of, pages: 1, page: () => (page ??= decoded()) };
}

/** A page whose dots are there already. */
export function drawnPage({ rgba: samples, ...size }: Colour, vips: ConvertDeps['vips']): Page {
  return vipsPage({ dots: { ...size, samples, channels: 4 } }, size, { vips });
}

/**
 * Frees at once what nothing refers to any more. By itself, V8 waits for a moment of its own choice, and a codec that is no longer in use may hold
 * as much memory as the next one needs. Does nothing in a process that was started without `--expose-gc`.
 */
export function collectGarbage(): void {
  globalThis.gc?.();
}
