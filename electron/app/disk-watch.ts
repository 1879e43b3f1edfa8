import type { Disk, DiskFault } from '#shared/domain/disk.ts';
import { MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';

export type DiskWatch = {
  view(): Disk;
  /** Rings when `view` changes by what was noted. Returns how to stop. */
  onChange(ring: () => void): () => void;
  /** What became of a write of ours; null for a good one. */
  note(from: 'journal' | 'files', fault: DiskFault | null): void;
};

/** A copy is tried again every 15 minutes at the latest; one that failed longer ago is wanted by nobody any more. */
const FILES_TRUST_MS = 20 * MINUTE_MS;

type Seen = { readonly since: WallMs; readonly at: WallMs; readonly fault: DiskFault };

/** Remembers whether our own disk takes what is written, so that a person sees why nothing goes on. */
export function diskWatch(clock: Clock): DiskWatch {
  const bad = new Map<'journal' | 'files', Seen>();
  const rings = new Set<() => void>();
  const view = (): Disk => {
    const now = clock.wallMs();
    const files = bad.get('files');
    if (files !== undefined && now - files.at > FILES_TRUST_MS) bad.delete('files');
    const [first] = Array.from(bad.values()).sort((a, b) => a.since - b.since);
    return first === undefined ? { kind: 'good' } : { kind: 'bad', since: first.since, fault: first.fault };
  };
  return {
    view,
    onChange: (ring) => {
      rings.add(ring);
      return () => rings.delete(ring);
    },
    note: (from, fault) => {
      const before = bad.get(from);
      if (fault === null && before === undefined) return;
      const now = clock.wallMs();
      if (fault === null) bad.delete(from);
      else bad.set(from, { since: before?.since ?? now, at: now, fault });
      if (before?.fault !== (fault ?? undefined)) for (const ring of rings) ring();
    },
  };
}

/** The disk of our own files, with what becomes of its writes noted. */
export function notingFiles(files: Files, disk: DiskWatch): Files {
  const noted =
    <T>(write: (path: string, bytes: T) => ReturnType<Files['writeDurably']>): typeof write =>
    async (path, bytes) => {
      const written = await write(path, bytes);
      disk.note('files', written.ok ? null : faultOf(written.failure));
      return written;
    };
  return {
    ...files,
    writeDurably: noted((path, bytes: Uint8Array) => files.writeDurably(path, bytes)),
    writeOver: noted((path, parts: readonly Uint8Array[]) => files.writeOver(path, parts)),
  };
}

function faultOf({ kind }: FileFault): DiskFault {
  return kind === 'full' ? 'full' : kind === 'denied' ? 'read-only' : 'broken';
}
