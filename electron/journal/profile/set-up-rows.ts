import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { NO_FOLDER_ENTRIES } from '#shared/domain/folder/folder-entries.ts';
import { QUICK_MS } from '#shared/domain/folder/waits.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { MappingRows } from '../companies/mapping-rows.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { Mirror } from './mirror.ts';
import type { ReferenceStemRows } from '../results/reference-stem-rows.ts';
import { type Recovery, recoverySchema } from '#shared/domain/connection.ts';

export type SetUpRows = {
  /**
   * Restores companies, folders and settings from the mirror, in one transaction. If it is unknown what was sent under which integration,
   * or what a user wanted sent at all, existing files are held until somebody decides, and the logs of former integrations are read
   * before anything is sent (ADR-7).
   */
  restoreSetUp(mirror: Mirror, of: { readonly at: WallMs; readonly fromBackup: boolean }): void;
};

type SetUpDeps = {
  readonly settings: SettingRows;
  readonly stems: ReferenceStemRows;
  readonly folders: Pick<FolderRows, 'setEntries'>;
  readonly mappings: Pick<MappingRows, 'restore'>;
};

/** Restores what a user set up, into a journal that is older than that or empty. */
export function setUpRows(base: JournalContext, { settings, stems, folders, mappings }: SetUpDeps): SetUpRows {
  const statements = prepared(base.database);
  return {
    restoreSetUp: (mirror, { at, fromBackup }) =>
      base.transact(() => {
        const inDoubt = new Set<CompanyId>();
        for (const company of mirror.companies) {
          const before = integrationsOf(statements, company.id);
          putCompany(statements, company, stems);
          const moved = before.join(' ') !== integrationsOf(statements, company.id).join(' ');
          if (fromBackup ? moved : company.formerIntegrationIds.length > 0) inDoubt.add(company.id);
        }
        for (const companyId of inDoubt) statements.readFirst.run(companyId);
        for (const company of mirror.removed ?? []) {
          putCompany(statements, company, stems);
          statements.remove.run(company.removedAt, company.id);
          statements.leave.run(company.id);
        }
        const listed = new Set<string>(mirror.folders.map(({ id }) => id));
        for (const row of statements.folders.all()) if (!listed.has(String(row['id']))) statements.takeOff.run(at, String(row['id']));
        for (const folder of mirror.folders) putFolder(statements, folder, { at, hold: inDoubt.has(folder.companyId) });
        // Whether files may leave without a question is asked anew: what was agreed to may be lost with the journal.
        for (const { id } of mirror.folders) folders.setEntries(id, NO_FOLDER_ENTRIES);
        for (const kept of mirror.mappings ?? []) {
          if (!listed.has(kept.folderId)) continue;
          const sha256 = mappings.restore(kept);
          const mapping = sha256 === null ? null : { version: kept.version, sha256, madeAt: wallMs(kept.madeAt) };
          folders.setEntries(kept.folderId, { mapping, byItself: null });
        }
        if (mirror.settings !== null && mirror.settings !== undefined) settings.write(mirror.settings);
      }),
  };
}

function prepared(database: JournalContext['database']) {
  return {
    integrations: database.prepare('SELECT id, current FROM integrations WHERE company_id = ? ORDER BY current, id'),
    company:
      database.prepare(`INSERT INTO companies (id, name, colour, connection, connected_at, contact, user_email) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, colour = excluded.colour,
      connection = excluded.connection, connected_at = excluded.connected_at, contact = excluded.contact,
      user_email = excluded.user_email, removed_at = NULL`),
    remove: database.prepare('UPDATE companies SET removed_at = ? WHERE id = ?'),
    leave: database.prepare('INSERT OR IGNORE INTO leavings (integration_id) SELECT id FROM integrations WHERE company_id = ?'),
    retire: database.prepare('UPDATE integrations SET current = 0 WHERE company_id = ?'),
    integration: database.prepare(`INSERT INTO integrations (id, company_id, current) VALUES (?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET current = excluded.current`),
    readFirst: database.prepare('UPDATE integrations SET read_first = 1 WHERE company_id = ? AND current = 0'),
    folders: database.prepare('SELECT id FROM folders WHERE removed_at IS NULL'),
    takeOff: database.prepare('UPDATE folders SET removed_at = ? WHERE id = ?'),
    known: database.prepare('SELECT id FROM folders WHERE id = ?'),
    folder:
      database.prepare(`INSERT INTO folders (id, company_id, import_type, path, settle_ms, learns, existing, subfolders, added_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'present')`),
    // Without an identity the next sweep counts as the first one, which asks about the files there.
    hold: database.prepare("UPDATE folders SET existing = 'ask', added_at = ?, volume = NULL, inode = NULL WHERE id = ?"),
    putBack: database.prepare('UPDATE folders SET removed_at = NULL, settle_ms = ?, learns = ?, subfolders = ? WHERE id = ?'),
    after: database.prepare(
      'UPDATE folders SET after_result = ?, result_folders = ?, refusal_note = ?, after_since = ?, converts = ?, sent_before = ?, notes = ?, pairs = ? WHERE id = ?',
    ),
  };
}

type Statements = ReturnType<typeof prepared>;

function integrationsOf(statements: Statements, companyId: CompanyId): readonly string[] {
  return statements.integrations.all(companyId).map((row) => `${String(row['id'])}:${String(row['current'])}`);
}

function putCompany(statements: Statements, company: Company, stems: ReferenceStemRows): void {
  const { id, name, colour, connection, connectedAt, integrationId, formerIntegrationIds, contact, userEmail } = company;
  statements.company.run(id, name, colour, JSON.stringify(connection), connectedAt, contact ?? null, userEmail ?? null);
  // Only one integration may be current, so the previous one is retired first.
  statements.retire.run(id);
  for (const former of formerIntegrationIds) statements.integration.run(former, id, 0);
  statements.integration.run(integrationId, id, 1);
  for (const each of [...formerIntegrationIds, integrationId]) stems.addIntegration({ companyId: id, integrationId: each });
}

function putFolder(statements: Statements, folder: Folder, { at, hold }: { readonly at: WallMs; readonly hold: boolean }): void {
  const { id, companyId, importType, path, existing } = folder;
  // What was learned of its scanner is learned again.
  const [settleMs, learns] = folder.waits.kind === 'chosen' ? [folder.settleMs, 0] : [QUICK_MS, 1];
  const subfolders = folder.subfolders ? 1 : 0;
  const known = statements.known.get(id) !== undefined;
  // What was taken up since the folder was added is no longer known, so everything that is there now counts as there before.
  if (!known) statements.folder.run(id, companyId, importType, path, settleMs, learns, existing, subfolders, at);
  else statements.putBack.run(settleMs, learns, subfolders, id);
  // Files in the two result folders have their result, whether this journal knows it or not.
  const names = folder.resultFolders === null ? null : JSON.stringify(folder.resultFolders);
  const [converts, sentBefore, notes] = [JSON.stringify(folder.converts), JSON.stringify(folder.sentBefore), JSON.stringify(folder.notes)];
  statements.after.run(folder.after, names, folder.refusalNote ? 1 : 0, at, converts, sentBefore, notes, folder.pairs, id);
  if (hold) statements.hold.run(at, id);
}

export type SettingRows = {
  /** The stored settings, unparsed; null if none were written yet. */
  read(): unknown;
  write(settings: unknown): void;
};

/** The settings as one JSON: their schema knows the members, the database does not. */
export function settingRows(base: JournalContext): SettingRows {
  const select = base.database.prepare('SELECT json FROM settings');
  const upsert = base.database.prepare('INSERT INTO settings (one, json) VALUES (1, ?) ON CONFLICT DO UPDATE SET json = excluded.json');
  return {
    read: () => {
      const row = select.get();
      return row === undefined ? null : JSON.parse(String(row['json']));
    },
    write: (settings) =>
      base.transact(() => {
        upsert.run(JSON.stringify(settings));
      }),
  };
}

export type RecoveryRows = {
  /** The last one that nobody has seen yet. */
  unseen(): Recovery | null;
  add(recovery: Recovery): void;
  /** A user has seen all of them. */
  seen(at: WallMs): void;
};

/** What was done about a damaged journal, stored in the one that replaced it. */
export function recoveryRows(base: JournalContext): RecoveryRows {
  const { database } = base;
  const last = database.prepare('SELECT * FROM recoveries WHERE seen_at IS NULL ORDER BY n DESC LIMIT 1');
  const insert = database.prepare('INSERT INTO recoveries (at, source, up_to, kept_as) VALUES (?, ?, ?, ?)');
  const mark = database.prepare('UPDATE recoveries SET seen_at = ? WHERE seen_at IS NULL');
  // Read after every change, and written about twice in the life of a journal.
  let kept: Recovery | null | undefined;
  const forget = (): void => {
    kept = undefined;
  };
  base.onRollback(forget);
  const read = (): Recovery | null => {
    const row = last.get();
    if (row === undefined) return null;
    return recoverySchema.parse({ at: row['at'], source: row['source'], upTo: row['up_to'], keptAs: row['kept_as'] });
  };
  return {
    unseen: () => (kept === undefined ? (kept = read()) : kept),
    add: ({ at, source, upTo, keptAs }) =>
      base.transact(() => {
        insert.run(at, source, upTo, keptAs);
        forget();
      }),
    seen: (at) =>
      base.transact(() => {
        mark.run(at);
        forget();
      }),
  };
}
