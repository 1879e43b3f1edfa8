import { z } from 'zod';
import { INVALID_REASONS } from '../domain/connection.ts';
import { FOLDER_STATES, WATCHING } from '../domain/folder/folder.ts';
import { CONVERSION_GROUPS } from '../domain/folder/folder-conversions.ts';
import { companyIdSchema, folderIdSchema } from '../domain/ids.ts';
import { sentBeforeRulesSchema } from '../domain/item/sent-before/sent-before.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { importTypeSchema } from '../contract/import-types.ts';
import { installFaultSchema, updateFaultSchema, updateObstacleSchema } from './updates.ts';
import { answersViewSchema, countsSchema, relayViewSchema, vaultViewSchema } from './views.ts';

/** The state of updates, without release notes. */
const updatesStandSchema = z.object({
  kind: z.enum(['not-here', 'off', 'held', 'current', 'loading', 'ready']),
  /** The newer version. */
  version: z.string().nullable(),
  checkedAt: wallMsSchema.nullable(),
  fault: updateFaultSchema.nullable(),
  /** Why the last installation of an update failed. */
  failed: installFaultSchema.nullable(),
  /** Why this installation cannot replace itself. */
  obstacle: updateObstacleSchema.nullable(),
});

/** Whether the report was saved to a file that the user chose. If not, they closed the dialog, or the disk refused it (`code`). */
export const reportKeptSchema = z.object({ kept: z.boolean(), code: z.string().nullable() });
export type ReportKept = Readonly<z.infer<typeof reportKeptSchema>>;

const count = z.number().int().nonnegative();

/** What this Intray runs on, as its host reports; null if the host does not know. */
export const runsOnSchema = z.object({
  node: z.string().nullable(),
  electron: z.string().nullable(),
  system: z.string().nullable(),
  /** Where the vault's key is stored. */
  key: z.enum(['keychain', 'key-file']).nullable(),
});
export type RunsOn = Readonly<z.infer<typeof runsOnSchema>>;

/** Documents with one kind and code of failure: how many there are now, and since when the oldest has it. */
const troubleSchema = z.object({ kind: z.string(), code: z.string().nullable(), count, since: wallMsSchema.nullable() });
export type Trouble = Readonly<z.infer<typeof troubleSchema>>;

/** The state of this installation, for support. Contains no names, paths, addresses or secrets: only codes, times and numbers. */
export const diagnosticsSchema = z.object({
  at: wallMsSchema,
  startedAt: wallMsSchema,
  version: z.string(),
  host: z.enum(['electron', 'headless']),
  runsOn: runsOnSchema.extend({ sqlite: z.string() }),
  companies: z.array(
    z.object({
      id: companyIdSchema,
      connection: z.enum(['active', 'checking', 'invalid', 'paused']),
      because: z.enum([...INVALID_REASONS, 'partner', 'secrets', 'credentials']).nullable(),
      since: wallMsSchema,
      connectedAt: wallMsSchema,
      formerIntegrations: count,
    }),
  ),
  folders: z.array(
    z.object({
      id: folderIdSchema,
      companyId: companyIdSchema,
      importType: importTypeSchema,
      state: z.enum(FOLDER_STATES),
      watching: z.enum(WATCHING),
      lastSweptAt: wallMsSchema.nullable(),
      settleMs: z.number(),
      moves: z.boolean(),
      /** What is converted without asking. */
      converts: z.array(z.enum(CONVERSION_GROUPS)),
      /** What becomes of documents that are like one that was sent. */
      sentBefore: sentBeforeRulesSchema,
    }),
  ),
  counts: countsSchema,
  updates: updatesStandSchema,
  relay: relayViewSchema,
  answers: answersViewSchema.omit({ closed: true }).extend({ closed: count }),
  /** `setUpFault`: why the set-up does not lie beside the journal, as the system calls it; null if it does. */
  journal: z.object({ bytes: count.nullable(), lastBackupAt: wallMsSchema.nullable(), setUpFault: z.string().nullable() }),
  vault: vaultViewSchema,
  disk: z.string(),
  /** Null until an answer has told the time. */
  clockAheadMs: z.number().nullable(),
  /** Uploads that currently fail. */
  failures: z.array(troubleSchema),
  /** Files that cannot be sent as they are. */
  problems: z.array(troubleSchema),
  set: z.object({
    service: z.boolean(),
    relay: z.boolean(),
    proxy: z.string(),
    credentials: z.string(),
    parallelUploads: z.number(),
    checkMinutes: z.number(),
    askAfterDays: z.number(),
  }),
});
export type Diagnostics = Readonly<z.infer<typeof diagnosticsSchema>>;

/** What can be tested by a real round trip. */
export const TRIED = ['service', 'relay', 'proxy', 'credentials'] as const;
export type Tried = (typeof TRIED)[number];

/**
 * `not-set`: there is no address to try · `network`: it cannot be reached · `credentials`: the client id and secret typed in here are
 * rejected · `partner`: Intray's own are rejected · `not-connected`: the relay lends a token only once a company is connected ·
 * `vault`: the keychain does not give what is needed · `answer`: someone else answers, or the answer makes no sense.
 */
export const TRY_FAULTS = [
  'not-set',
  'network',
  'timed-out',
  'certificate',
  'proxy',
  'credentials',
  'partner',
  'not-connected',
  'vault',
  'answer',
] as const;
export type TryFault = { readonly kind: (typeof TRY_FAULTS)[number]; readonly code: string };
export const tryFaultSchema = z.object({ kind: z.enum(TRY_FAULTS), code: z.string() });
