import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, transaction } from '#shared/node/sqlite/open-database.ts';
import { type DeliveryRows, deliveryRows } from './delivery-rows.ts';
import { type DocumentRows, documentRows } from './document-rows.ts';
import { type FileRows, fileRows } from './file-rows.ts';
import { type IntegrationRows, integrationRows, type SecretRows, secretRows } from './integration-rows.ts';
import { MIGRATIONS } from './migrations.ts';

export type Store = {
  readonly secrets: SecretRows;
  readonly integrations: IntegrationRows;
  readonly documents: DocumentRows;
  readonly files: FileRows;
  readonly deliveries: DeliveryRows;
  transaction<T>(work: () => T): T;
  close(): void;
};

/** Everything that the service remembers: in a file that survives a kill, or in memory (`:memory:`). */
export function openStore(file: string): Store {
  const database: DatabaseSync = openDatabase(file, { migrations: MIGRATIONS });
  // Data are written when a commit returns, so a killed process loses nothing; a sandbox may lose what a power cut takes. With a flush
  // for each import, the sandbox would be as slow as the disk.
  database.exec('PRAGMA synchronous=NORMAL');
  return {
    secrets: secretRows(database),
    integrations: integrationRows(database),
    documents: documentRows(database),
    files: fileRows(database),
    deliveries: deliveryRows(database),
    transaction: (work) => transaction(database, work),
    close: () => database.close(),
  };
}
