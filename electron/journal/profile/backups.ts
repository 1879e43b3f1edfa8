import { join } from 'node:path';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Files } from '#shared/ports/files.ts';

/** Each is as large as the journal. An error that goes unnoticed for a day or two can still be undone. */
export const BACKUPS_KEPT = 3;

export type Backup = { readonly path: string; readonly at: WallMs };

export function backupFolder(profile: string): string {
  return join(profile, 'backups');
}

/** The time is part of the name, because programs that copy files do not keep their times. */
export function backupPath(profile: string, at: WallMs): string {
  return join(backupFolder(profile), `journal-${stamp(at)}.sqlite`);
}

/** `20261121T023000.000Z`: sorts by time, and every system allows it in a name. */
export function stamp(at: WallMs): string {
  return new Date(at).toISOString().replaceAll(/[-:]/g, '');
}

/** Newest first. */
export async function listBackups(files: Files, profile: string): Promise<readonly Backup[]> {
  const listed = await files.list(backupFolder(profile));
  if (!listed.ok) return [];
  const backups = listed.value.flatMap(({ name }) => {
    const at = timeOf(name);
    return at === null ? [] : [{ path: join(backupFolder(profile), name), at }];
  });
  return backups.sort((a, b) => b.at - a.at);
}

function timeOf(name: string): WallMs | null {
  const [, date, hours, minutes, rest] = /^journal-(\d{4}\d{2}\d{2})T(\d{2})(\d{2})(\d{2}\.\d{3}Z)\.sqlite$/.exec(name) ?? [];
  if (date === undefined) return null;
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const at = Date.parse(`${day}T${hours}:${minutes}:${rest}`);
  return Number.isNaN(at) ? null : wallMs(at);
}

/** Removes unfinished copies and surplus backups. A file that cannot be removed now is removed next time. */
export async function tidyBackups(files: Files, profile: string): Promise<void> {
  const listed = await files.list(backupFolder(profile));
  if (!listed.ok) return;
  for (const { name } of listed.value) if (name.includes('.part')) await files.remove(join(backupFolder(profile), name));
  for (const { path } of (await listBackups(files, profile)).slice(BACKUPS_KEPT)) await files.remove(path);
}
