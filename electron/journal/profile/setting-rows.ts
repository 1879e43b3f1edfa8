import type { JournalContext } from '../sqlite/journal-context.ts';

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
