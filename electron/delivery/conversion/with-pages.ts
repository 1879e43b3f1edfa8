import type { ConversionNews } from '#shared/app-api/conversion.ts';
import { Emitter } from '#shared/async/emitter.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import type { ConvertProgress } from '#shared/ports/converter.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type Under = { readonly progress: (at: ConvertProgress) => void; readonly stop: Stop };

type PageNews = Extract<ConversionNews, { kind: 'page' }>;

/** Does the work, and says how far it is. Any of `stops` ends it, and so does a reader that leaves. */
export async function* withPages<T>(
  work: (under: Under) => Promise<T>,
  stops: readonly (Stop | undefined)[],
): AsyncGenerator<PageNews, T, void> {
  const ends = new StopSource();
  const left = stops.map((stop) => ends.follow(stop));
  const moved = new Emitter();
  const far: { at: ConvertProgress | null; isOver: boolean } = { at: null, isOver: false };
  const progress = (at: ConvertProgress): void => {
    far.at = at;
    moved.emit();
  };
  try {
    const working = work({ progress, stop: ends }).finally(() => {
      far.isOver = true;
      moved.emit();
    });
    // A reader that leaves amid the pages waits for nothing more.
    working.catch(() => undefined);
    for (let shown: ConvertProgress | null = null; !far.isOver; ) {
      if (far.at === null || far.at === shown) await moved.next();
      else yield { kind: 'page', ...(shown = far.at) };
    }
    return await working;
  } finally {
    for (const leave of left) leave();
    ends.abort();
  }
}
