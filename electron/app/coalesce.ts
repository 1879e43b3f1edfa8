import type { Clock } from '#shared/ports/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';

/** Many calls within `milliseconds` of the first become one call at their end. */
export function coalesce(clock: Clock, of: { readonly milliseconds: number; readonly stop: Stop; readonly act: () => void }): () => void {
  let pending = false;
  const later = async (): Promise<void> => {
    await clock.sleep(of.milliseconds, of.stop);
    pending = false;
    if (!of.stop.aborted) of.act();
  };
  return () => {
    if (pending || of.stop.aborted) return;
    pending = true;
    void later();
  };
}
