import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '#shared/node/migrate.ts';
import { openDatabase } from '#shared/node/open-database.ts';
import { type DeliveryRows, deliveryRows } from './delivery-rows.ts';
import { type DocumentRows, documentRows } from './document-rows.ts';
import { type IntegrationRows, integrationRows } from './integration-rows.ts';
import { MIGRATIONS } from './migrations.ts';
import { type SecretRows, secretRows } from './secret-rows.ts';
import { transaction } from './transaction.ts';

export type Store = {
  readonly secrets: SecretRows;
  readonly integrations: IntegrationRows;
  readonly documents: DocumentRows;
  readonly deliveries: DeliveryRows;
  transaction<T>(work: () => T): T;
  close(): void;
};

/** Everything that the service remembers, in a file or, with `:memory:`, as long as it runs. */
export function openStore(file: string): Store {
  const database: DatabaseSync = openDatabase(file);
  migrate(database, MIGRATIONS);
  return {
    secrets: secretRows(database),
    integrations: integrationRows(database),
    documents: documentRows(database),
    deliveries: deliveryRows(database),
    transaction: (work) => transaction(database, work),
    close: () => database.close(),
  };
}
