import { Emitter } from '#shared/async/emitter.ts';
import type { Disk, DiskFault } from '#shared/domain/disk.ts';
import { MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import { diskFaultOfFile } from '../sqlite/disk-fault.ts';

export type DiskWatch = {
  view(): Disk;
  /** Rings when a note changes `view`. Returns the unsubscribe function. */
  onChange(ring: () => void): () => void;
  /** The outcome of a write of ours; null for success. */
  note(from: 'journal' | 'files', fault: DiskFault | null): void;
};

/** A copy is retried every 15 minutes at the latest; one that failed longer ago is no longer needed. */
const FILES_TRUST_MS = 20 * MINUTE_MS;

type Seen = { readonly since: WallMs; readonly at: WallMs; readonly fault: DiskFault };

export type DiskWatchDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** Looks whether our files are where they were opened: while nothing is written, nobody else would notice that they were moved away. */
  readonly isInPlace: () => boolean;
};

/** Remembers whether our own disk accepts writes, so that a user sees why nothing is sent. */
export function diskWatch({ clock, log, isInPlace }: DiskWatchDeps): DiskWatch {
  const bad = new Map<'journal' | 'files', Seen>();
  const changed = new Emitter();
  const view = (): Disk => {
    const now = clock.wallMs();
    const files = bad.get('files');
    if (files !== undefined && now - files.at > FILES_TRUST_MS) bad.delete('files');
    const [first] = Array.from(bad.values()).sort((a, b) => a.since - b.since);
    return first === undefined ? { kind: 'good' } : { kind: 'bad', since: first.since, fault: first.fault };
  };
  changed.subscribe(() => {
    const seen = view();
    if (seen.kind === 'bad') log.error('what has to be written is not, so nothing is sent', { fault: seen.fault });
    else log.info('what has to be written is written again');
  });
  return {
    view: () => {
      isInPlace();
      return view();
    },
    onChange: changed.subscribe,
    note: (from, fault) => {
      const before = bad.get(from);
      if (fault === null && before === undefined) return;
      const now = clock.wallMs();
      if (fault === null) bad.delete(from);
      else bad.set(from, { since: before?.since ?? now, at: now, fault });
      if (before?.fault !== (fault ?? undefined)) changed.emit();
    },
  };
}

/** The reader, with the outcome of each copy that it writes to our own disk noted. */
export function notingReader(reader: FileReader, disk: DiskWatch): FileReader {
  return {
    ...reader,
    read: async (of) => {
      const read = await reader.read(of);
      const copied = read.ok ? read.value.copied : null;
      if (copied?.kind === 'copied') disk.note('files', null);
      if (copied?.kind === 'failed') disk.note('files', diskFaultOfFile(copied.fault) ?? 'broken');
      return read;
    },
  };
}
