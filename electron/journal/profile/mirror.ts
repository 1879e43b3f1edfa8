import { join } from 'node:path';
import { z } from 'zod';
import { companySchema, type Company, type RemovedCompany, removedCompanySchema } from '#shared/domain/company.ts';
import { folderSchema, type Folder } from '#shared/domain/folder/folder.ts';
import { folderIdSchema } from '#shared/domain/ids.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { Result } from '#shared/lib/result.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import type { KeptMapping } from '../companies/mapping-rows.ts';

const VERSION = 1;

/**
 * What a user set up, stored beside the journal: without it a lost journal would have to be set up by hand again, although the secrets
 * are still in the vault. It contains no secrets.
 */
const mirrorSchema = z.object({
  version: z.literal(VERSION),
  companies: z.array(companySchema),
  /** Otherwise a journal that is rebuilt from an older copy would bring them back. */
  removed: z.array(removedCompanySchema).optional(),
  folders: z.array(folderSchema),
  /** What the columns of their files mean. */
  mappings: z.array(z.object({ folderId: folderIdSchema, version: z.number(), madeAt: z.number(), text: z.string() })).optional(),
  settings: z.unknown(),
});
export type Mirror = Readonly<z.infer<typeof mirrorSchema>>;

/** A hundred companies with their folders take 100 KB; a larger file is not ours. */
const MIRROR_BYTES_MAX = 4_194_304;

type Held = {
  readonly companies: readonly Company[];
  readonly removed: readonly RemovedCompany[];
  readonly folders: readonly Folder[];
  readonly mappings?: readonly KeptMapping[];
  readonly settings: unknown;
};

/** The mirror as text, without what every look at a folder or a connection changes: equal texts need no second write. */
export function mirrorText({ companies, removed, folders, mappings = [], settings }: Held): string {
  const mirror: Mirror = {
    version: VERSION,
    companies: companies.map((company) => ({ ...company, connection: lasting(company) })),
    ...(removed.length === 0 ? {} : { removed: removed.map((company) => ({ ...company, connection: lasting(company) })) }),
    folders: folders.map((folder) => ({ ...folder, state: 'present', lastSweptAt: null })),
    ...(mappings.length === 0 ? {} : { mappings: [...mappings] }),
    settings,
  };
  return `${JSON.stringify(mirror, null, 2)}\n`;
}

export function writeMirror(files: Files, profile: string, text: string): Promise<Result<null, FileFault>> {
  return files.writeDurably(mirrorPath(profile), utf8(text));
}

/** Whether what lies there is this text, byte for byte. */
export async function isMirrorKept(files: Files, profile: string, text: string): Promise<boolean> {
  const read = await files.read(mirrorPath(profile), { root: profile, bytesMax: MIRROR_BYTES_MAX });
  return read.ok && read.value.bytes !== null && Buffer.compare(read.value.bytes, utf8(text)) === 0;
}

/** Null if there is none that can be parsed. */
export async function readMirror(files: Files, profile: string): Promise<Mirror | null> {
  const read = await files.read(mirrorPath(profile), { root: profile, bytesMax: MIRROR_BYTES_MAX });
  if (!read.ok || read.value.bytes === null) return null;
  const parsed = mirrorSchema.safeParse(jsonOf(read.value.bytes));
  return parsed.success ? parsed.data : null;
}

/** The time at which a working connection was last seen, or one that is not was last asked about, is not worth a write. */
function lasting({ connection, connectedAt }: Company): Company['connection'] {
  if (connection.kind === 'active') return { kind: 'active', seenAt: connectedAt };
  if (connection.kind !== 'invalid' || connection.asked === undefined) return connection;
  const { kind, since, reason } = connection;
  return { kind, since, reason, asked: { times: 0, at: since } };
}

function mirrorPath(profile: string): string {
  return join(profile, 'profile.json');
}
