import { join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { Result } from '#shared/lib/result.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';

/**
 * How a command finds the host that already runs on this profile: a note that only this user can read. A stale note is
 * harmless: its key died with its host.
 */
const hostNoteSchema = z.object({
  port: z.number().int().min(1).max(65_535),
  commandKey: z.string().min(1),
  /** By which a person ends it when it hangs. */
  pid: z.number().int().positive().optional(),
});
export type HostNote = Readonly<z.infer<typeof hostNoteSchema>>;

const NOTE_BYTES_MAX = 4_096;

export function writeHostNote(files: Files, profile: string, note: HostNote): Promise<Result<null, FileFault>> {
  return files.writeDurably(notePath(profile), new TextEncoder().encode(JSON.stringify(note)));
}

/** Null when there is none that can be understood. */
export async function readHostNote(files: Files, profile: string): Promise<HostNote | null> {
  const read = await files.read(notePath(profile), { root: profile, bytesMax: NOTE_BYTES_MAX });
  if (!read.ok || read.value.bytes === null) return null;
  const note = hostNoteSchema.safeParse(jsonOf(read.value.bytes));
  return note.success ? note.data : null;
}

export async function removeHostNote(files: Files, profile: string): Promise<void> {
  await files.remove(notePath(profile));
}

function notePath(profile: string): string {
  return join(profile, 'host.json');
}
