import { z } from 'zod';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

/**
 * Why a company could not be connected. `wrong-secret`: the service knows the integration, but not this secret ·
 * `not-valid`: it does not know it, or it was revoked · `partner`: the service refuses our own credentials · `own-credentials`: it refuses the client id and secret typed in here ·
 * `already-connected`: here, under another name · `relay-refused`: the relay could not make sure of it · `relay-limited`: too many have
 * failed there, of this computer or of others.
 */
export const CONNECT_FAULTS = [
  'not-set-up',
  'wrong-secret',
  'not-valid',
  'partner',
  'own-credentials',
  'service-unreachable',
  'relay-unreachable',
  'relay-refused',
  'relay-limited',
  'already-connected',
  'vault-locked',
  'vault-unavailable',
] as const;
export const connectFaultSchema = z.object({
  kind: z.enum(CONNECT_FAULTS),
  /** From when the relay takes the next try, where it has said that. */
  againAt: wallMsSchema.optional(),
});
export type ConnectFault = Readonly<z.infer<typeof connectFaultSchema>>;

/**
 * `silent`: its disk does not answer · `overlaps`: it lies in, or around, a folder that is watched already · `own-files`: in, or
 * around, the profile · `not-a-place`: on Windows, a
 * device, a pipe or a stream within a file · `remote-place`: on Windows, on a computer that the person has not said they know; nothing of it
 * was touched. They say so by the same call with its `knownHost` (`call`), or in the system's own dialog alone (`dialog`).
 */
export const FOLDER_FAULTS = [
  'not-there',
  'silent',
  'not-a-folder',
  'denied',
  'already-added',
  'overlaps',
  'own-files',
  'no-such-company',
  'not-a-place',
] as const;
export const folderFaultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(FOLDER_FAULTS) }),
  z.object({ kind: z.literal('remote-place'), host: z.string(), consent: z.enum(['call', 'dialog']) }),
]);
export type FolderFault = Readonly<z.infer<typeof folderFaultSchema>>;

/** `not-found`: no such company, no such computer, or the relay does not let this one ask. */
export const computersFaultSchema = z.object({ kind: z.enum(['not-found', 'relay-unreachable']) });
export type ComputersFault = Readonly<z.infer<typeof computersFaultSchema>>;

export const notFoundSchema = z.object({ kind: z.literal('not-found') });
export type NotFound = Readonly<z.infer<typeof notFoundSchema>>;

/** `too-late`: it has left, or is leaving, and a note can neither be added nor taken back. */
export const noteFaultSchema = z.object({ kind: z.enum(['not-found', 'too-late']) });
export type NoteFault = Readonly<z.infer<typeof noteFaultSchema>>;
