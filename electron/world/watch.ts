import { type FSWatcher, watch } from 'chokidar';
import type { Watch, WatchRing } from '#shared/ports/files.ts';

/** As deep as a sweep goes; what lies deeper is not ours. */
const DEPTH_MAX = 16;
/** A burst of a thousand events is one ring, or two: the first at once, the last after this pause. */
const PAUSE_MS = 10;
/** Chokidar has a second, faster interval for endings such as .pdf, which alone would cost most of a core. */
const POLL_EVERY_MS = 5_000;
/** The system has no more watches, or no more open files: it will not get better by itself, so we poll from then on. */
const EXHAUSTED: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/**
 * A doorbell for one folder and all below it. Nothing that chokidar says about files is believed, only that something
 * was said. Its errors come once a folder; they are told once.
 */
export function watchFolder(path: string, ring: WatchRing): Watch {
  const bell = coalesced(() => ring({ kind: 'look' }));
  let deaf = false;
  let closed = false;
  let closing: Promise<void> = Promise.resolve();
  let watcher = begin('auto');

  function begin(backend: 'auto' | 'polling'): FSWatcher {
    const begun = watch(path, {
      backend,
      pollingInterval: POLL_EVERY_MS,
      pollingBinaryInterval: POLL_EVERY_MS,
      ignoreInitial: true,
      followSymlinks: false,
      // It would keep quiet about names that look like an editor's, and hold back what is replaced.
      atomic: false,
      ignorePermissionErrors: true,
      depth: DEPTH_MAX,
    });
    // Ready, because whatever happened while it was getting ready was heard by nobody.
    begun.on('all', bell.ring).on('ready', bell.ring).on('error', onError);
    return begun;
  }

  function onError(error: unknown): void {
    bell.ring();
    if (deaf || closed) return;
    deaf = true;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    ring({ kind: 'deaf', code });
    if (!EXHAUSTED.has(code)) return;
    closing = watcher.close();
    watcher = begin('polling');
  }

  return {
    close: async () => {
      closed = true;
      bell.stop();
      await Promise.all([closing, watcher.close()]);
    },
  };
}

function coalesced(ring: () => void): { readonly ring: () => void; readonly stop: () => void } {
  let pause: NodeJS.Timeout | null = null;
  let again = false;
  let stopped = false;
  const rest = (): void => {
    pause = setTimeout(() => {
      pause = null;
      if (!again) return;
      again = false;
      ring();
      rest();
    }, PAUSE_MS);
  };
  return {
    ring: () => {
      if (stopped) return;
      if (pause !== null) {
        again = true;
        return;
      }
      ring();
      rest();
    },
    stop: () => {
      stopped = true;
      if (pause !== null) clearTimeout(pause);
    },
  };
}
