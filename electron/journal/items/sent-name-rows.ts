import type { DatabaseSync } from 'node:sqlite';
import type { CompanyId } from '#shared/domain/ids.ts';
import { numberedSentName, sentNameKey } from '#shared/domain/item/sending/numbered-sent-name.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

export type SentNameRows = {
  /**
   * Reserves a name that no other document of the company is sent under, as close to the wanted one as possible. Part of the caller's transaction.
   */
  take(companyId: CompanyId, wanted: string): string;
};

/** Number of tries in steps of one. Then the steps double, so that a folder full of `scan (2).pdf` stays cheap too. */
const TRIES_BY_ONE = 100;
/** Far more doublings than there are numbers. */
const TRIES_MAX = TRIES_BY_ONE + 50;

/** Provides `sent_name_key` to the statements of a journal, for as long as it is open. */
export function lendSentNameKey(database: DatabaseSync): void {
  database.function('sent_name_key', { deterministic: true }, (name) => sentNameKey(String(name)));
}

export function sentNameRows({ database }: JournalContext): SentNameRows {
  const insert = database.prepare('INSERT OR IGNORE INTO sent_names (company_id, name) VALUES (?, ?)');
  const last = database.prepare('SELECT last FROM sent_names WHERE company_id = ? AND name = ?');
  const given = database.prepare('UPDATE sent_names SET last = ? WHERE company_id = ? AND name = ?');
  return {
    take: (companyId, wanted) => {
      const key = sentNameKey(wanted);
      const isFree = (name: string): boolean => insert.run(companyId, sentNameKey(name)).changes === 1;
      if (isFree(wanted)) return wanted;
      let number = Number(last.get(companyId, key)?.['last']);
      let step = 1;
      for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
        number += step;
        const name = numberedSentName(wanted, number);
        if (isFree(name)) {
          given.run(number, companyId, key);
          return name;
        }
        if (tries >= TRIES_BY_ONE) step *= 2;
      }
      throw new Error('no number is left for a name');
    },
  };
}
