import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '#shared/ports/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type MemoryWatch = {
  /** Looks now, and keeps the most. */
  look(): void;
  /** Bytes; null where the system does not tell (it needs Linux's /proc). */
  peak(): number | null;
};

const EVERY_MS = 20;

/** Watches this process's children that run `program`. The kernel keeps the peak of each, so that no look comes too late as long as it lives. */
export function watchMemory(program: URL, { clock, stop }: { readonly clock: Clock; readonly stop: Stop }): MemoryWatch {
  let most: number | null = null;
  const look = (): void => {
    for (const pid of childrenThatRun(fileURLToPath(program))) {
      const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(text(`/proc/${pid}/status`))?.[1];
      if (kilobytes !== undefined) most = Math.max(most ?? 0, Number(kilobytes) * 1_024);
    }
  };
  void (async () => {
    while (!stop.aborted) {
      look();
      await clock.sleep(EVERY_MS, stop);
    }
  })();
  return {
    look,
    peak: () => {
      look();
      return most;
    },
  };
}

function childrenThatRun(program: string): readonly string[] {
  const threads = folder(`/proc/${process.pid}/task`);
  const children = threads.flatMap((thread) => text(`/proc/${process.pid}/task/${thread}/children`).split(' '));
  return children.filter((pid) => pid !== '' && text(`/proc/${pid}/cmdline`).split('\0').includes(program));
}

function folder(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Empty if it cannot be read: a process may end at any time. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
