import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';

/** Of a process, so far. */
export type Usage = {
  /** The most memory that it had at once, in bytes. */
  readonly memoryBytes: number;
  /** Of all its threads. */
  readonly processorSeconds: number;
};

export type UsageWatch = {
  /** Looks now. */
  look(): void;
  /** Null where the system does not tell: it needs Linux's /proc. */
  usage(): Usage | null;
};

const EVERY_MS = 20;
/** Linux counts a process's time in these. */
const TICKS_PER_SECOND = 100;

/** Watches the child of this process that runs `program`. The kernel keeps its peak, so that no look comes too late as long as it lives. */
export function watchUsage(program: URL, { clock, stop }: { readonly clock: Clock; readonly stop: Stop }): UsageWatch {
  let known: Usage | null = null;
  const look = (): void => {
    for (const pid of childrenThatRun(fileURLToPath(program))) {
      const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(text(`/proc/${pid}/status`))?.[1];
      // The name comes second, in brackets, and may contain anything.
      const [user, system] = text(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
      if (kilobytes === undefined || user === undefined || system === undefined) continue;
      known = { memoryBytes: Number(kilobytes) * 1_024, processorSeconds: (user + system) / TICKS_PER_SECOND };
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
    usage: () => {
      look();
      return known;
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
