import { collectGarbage } from './collect-garbage.ts';
import type { FileOfPages, Page } from './picture.ts';

/** A file of one page. What decodes it is let go of afterwards, since the memory of a codec never shrinks, and encoding needs as much again. */
export function onePage(of: Pick<FileOfPages, 'tool' | 'quality'>, decode: () => Promise<Page>): FileOfPages {
  let left: (() => Promise<Page>) | null = decode;
  const page = async (): Promise<Page> => {
    if (left === null) throw new RangeError('decoded already');
    const decoding = left();
    left = null;
    const picture = await decoding;
    collectGarbage();
    return picture;
  };
  return { ...of, pages: 1, page };
}
