import type { Kysely } from 'kysely';
import type { Random } from '#shared/ports/random.ts';
import { deviceRows } from './device-rows.ts';
import { eventRows } from './event-rows.ts';
import { linkRows } from './link-rows.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** One query code for every engine that Kysely speaks to. */
export async function kyselyStore(tables: Kysely<Tables>, random: Random): Promise<Store> {
  // A new store is a new epoch: whoever read from another one starts again.
  await tables
    .insertInto('meta')
    .values({ name: 'epoch', value: random.uuid() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value: epoch } = await tables.selectFrom('meta').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow();
  return {
    epoch,
    ...eventRows(tables, epoch),
    ...deviceRows(tables),
    ...linkRows(tables, epoch),
    async isWritable() {
      try {
        await tables
          .insertInto('meta')
          .values({ name: 'probe', value: random.uuid() })
          .onConflict((conflict) => conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
          .execute();
        return true;
      } catch {
        // A full disk, a file that was taken away, a lost server: all of them mean "not now".
        return false;
      }
    },
    close: () => tables.destroy(),
  };
}
