import { join } from 'node:path';
import { z } from 'zod';
import { retry } from '#shared/async/retry.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Random, World } from '#shared/ports/world.ts';

/** A note that only this user can read, by which commands find the host on this profile. A stale note is harmless: its key died with its host. */
const hostNoteSchema = z.object({
  port: z.number().int().min(1).max(65_535),
  commandKey: z.string().min(1),
  /** Lets a user end the host if it hangs. */
  pid: z.number().int().positive().optional(),
  /** What became of ::1, for `doctor`. */
  ipv6: z.enum(['held', 'reserved', 'none']).optional(),
});
export type HostNote = Readonly<z.infer<typeof hostNoteSchema>>;

const NOTE_BYTES_MAX = 4_096;

/** If the disk refuses the note now, the host runs anyway and retries after this time. */
const AGAIN_MS = 5_000;

type HostNoteDeps = Pick<World, 'clock' | 'files' | 'log'>;

/** Writes the note: at once, or as soon as the disk accepts it. */
export async function keepHostNote(deps: HostNoteDeps, profile: string, note: HostNote): Promise<{ remove(): Promise<void> }> {
  const stop = new StopSource();
  const following = (await isNoted(deps, profile, note)) ? null : noteLater(deps, { profile, note }, stop);
  return {
    remove: async () => {
      stop.abort();
      await following;
      await deps.files.remove(notePath(profile));
    },
  };
}

async function noteLater(
  deps: HostNoteDeps,
  { profile, note }: { readonly profile: string; readonly note: HostNote },
  stop: Stop,
): Promise<void> {
  const { clock } = deps;
  await retry({ clock, firstAfterMs: AGAIN_MS, restMs: AGAIN_MS, stop }, async () => ((await isNoted(deps, profile, note)) ? true : null));
}

async function isNoted({ files, log }: HostNoteDeps, profile: string, note: HostNote): Promise<boolean> {
  const noted = await files.writeDurably(notePath(profile), new TextEncoder().encode(JSON.stringify(note)));
  if (!noted.ok) log.warn('commands cannot find this host', { code: noted.failure.code });
  return noted.ok;
}

/** Null if there is no readable, valid note. */
export async function readHostNote(files: Files, profile: string): Promise<HostNote | null> {
  const read = await files.read(notePath(profile), { root: profile, bytesMax: NOTE_BYTES_MAX });
  if (!read.ok || read.value.bytes === null) return null;
  const note = hostNoteSchema.safeParse(jsonOf(read.value.bytes));
  return note.success ? note.data : null;
}

export function notePath(profile: string): string {
  return join(profile, 'host.json');
}

/** Where the window is served during one start of the host. */
export type HostAddress = {
  /** Unique to this start: `….localhost`, which browsers resolve to this computer without DNS. */
  readonly name: string;
  readonly port: number;
};

/** 96 bits. Guessing it would only give the address, not a token that opens it. */
const NAME_BYTES = 12;

/**
 * A fresh name for each start, and so a fresh origin: whatever another program served on this port before, such as a service worker, has no
 * influence on the pages of this start.
 */
export function freshHostName(random: Random): string {
  return `${Buffer.from(random.bytes(NAME_BYTES)).toString('hex')}.localhost`;
}

/** The token is in the fragment, which a browser does not send to a server. */
export function windowUrl(at: HostAddress, token: string): string {
  return `http://${hostOf(at)}/#token=${token}`;
}

/** The Host header that a browser sends. */
export function hostOf({ name, port }: HostAddress): string {
  return port === 80 ? name : `${name}:${port}`;
}

/** A command asks here whether the host answers. */
export const PING_PATH = '/ping';
/** Monitoring asks here whether the process serves requests. */
export const HEALTH_PATH = '/healthz';
