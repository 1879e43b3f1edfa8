import { z } from 'zod';
import { type FolderPlace, folderPlaceSchema } from './folder-places.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

/** What only a company's credentials bring about, not a call of the relay. */
const CREDENTIAL_FAULTS = [
  'not-set-up',
  'wrong-secret',
  'not-valid',
  'partner',
  'own-credentials',
  'service-unreachable',
  'already-connected',
] as const;
type CredentialFault = (typeof CREDENTIAL_FAULTS)[number];

export function isCredentialFault(kind: string): kind is CredentialFault {
  return CREDENTIAL_FAULTS.some((one) => one === kind);
}

/**
 * Why the secrets on this computer cannot be read or kept. `locked`, `unavailable`: the keychain · `lost`: they cannot be opened any more, so they are
 * typed in anew · `newer`: a newer version of Intray wrote their file · `unreadable`: the disk refuses their file.
 */
export const VAULT_PROBLEMS = ['vault-locked', 'vault-unavailable', 'vault-lost', 'vault-newer', 'vault-unreadable'] as const;
export type VaultProblem = (typeof VAULT_PROBLEMS)[number];

/** What every call of the relay meets that needs this computer's token. */
export const RELAY_CALL_FAULTS = ['relay-unreachable', 'relay-refused', 'relay-limited', ...VAULT_PROBLEMS] as const;
export type RelayCallFault = (typeof RELAY_CALL_FAULTS)[number];

/**
 * Why a company could not be connected. `wrong-secret`: the service knows the integration, but not this secret · `not-valid`: the service does
 * not know the integration, or it was revoked · `partner`: the service refuses our own credentials · `own-credentials`: it refuses the client
 * id and secret typed in here · `already-connected`: here, under another name · `relay-refused`: the relay could not verify it ·
 * `relay-limited`: too many tries have failed there, by this computer or by others.
 */
export const CONNECT_FAULTS = [...CREDENTIAL_FAULTS, ...RELAY_CALL_FAULTS] as const;
export const connectFaultSchema = z.object({
  kind: z.enum(CONNECT_FAULTS),
  /** When the relay accepts the next try, if it has said so. */
  againAt: wallMsSchema.optional(),
});
export type ConnectFault = Readonly<z.infer<typeof connectFaultSchema>>;

/**
 * `silent`: its disk does not answer · `overlaps`: it is inside, or contains, a folder that is watched already · `own-files`: it is Intray's own
 * profile, or inside it · `profile-around`: it contains that profile · `needs-consent`: it is a special place or holds very much, so the user
 * has to see what is in it, and call again with `confirmed` · `not-a-place`: on Windows, a device, a pipe or a stream within a file · `remote-place`: on Windows, on a
 * computer that the user has not confirmed to know; it was not contacted. They confirm by the same call with its `knownHost` (`call`), or only
 * in the system's own dialog (`dialog`).
 */
export const FOLDER_FAULTS = [
  'not-there',
  'silent',
  'not-a-folder',
  'denied',
  'already-added',
  'overlaps',
  'own-files',
  'profile-around',
  'no-such-company',
  'not-a-place',
] as const;
export const folderFaultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(FOLDER_FAULTS) }),
  z.object({ kind: z.literal('remote-place'), host: z.string(), consent: z.enum(['call', 'dialog']) }),
  z.object({ kind: z.literal('needs-consent'), place: folderPlaceSchema }),
]);
export type FolderFault = Readonly<z.infer<typeof folderFaultSchema>>;

/** `not-found`: no such company, no such computer, or the relay does not allow this one to ask. */
export const computersFaultSchema = z.object({ kind: z.enum(['not-found', 'relay-unreachable']) });
export type ComputersFault = Readonly<z.infer<typeof computersFaultSchema>>;

export const notFoundSchema = z.object({ kind: z.literal('not-found') });
export type NotFound = Readonly<z.infer<typeof notFoundSchema>>;

/**
 * `too-late`: the document was sent or is being sent, so its note can no longer be added or removed · `not-to-be-sent`: as it stands nothing of it will
 * be sent, so that a note would reach nobody.
 */
export const noteFaultSchema = z.object({ kind: z.enum(['not-found', 'too-late', 'not-to-be-sent']) });
export type NoteFault = Readonly<z.infer<typeof noteFaultSchema>>;

/** A Result on the wire: expected failures are values on both sides of the window's port. */
export function resultSchema<T extends z.ZodType, F extends z.ZodType>(value: T, failure: F) {
  return z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value }), z.object({ ok: z.literal(false), failure })]);
}

/** A folder of scans rarely has more when it is chosen. */
const FILES_MAX = 1_000;
/** Scans have two or three; a folder with more than these holds much else. */
const ENDINGS_MAX = 8;

/** Whether the user must see what is in the folder, and say so again, before it is watched: what it holds is probably not all for the accountant. */
export function needsConsent({ kind, files, more, endings }: FolderPlace): boolean {
  return kind !== 'ordinary' || more || files > FILES_MAX || endings > ENDINGS_MAX;
}
