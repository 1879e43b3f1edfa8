import type { ItemFilter } from '#shared/app-api/item-filter.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { EngineClient } from '../../engine-client.ts';
import { findCompany } from './find-company.ts';

type Narrowed = { readonly company?: string | undefined; readonly state?: readonly ItemStateKind[] | undefined };

/** Filter for one company and for some states, where given. The failure lists the companies that there are. */
export async function narrowedBy(client: EngineClient, { company: wanted, state }: Narrowed): Promise<Result<ItemFilter, string>> {
  const states = state === undefined ? {} : { states: [...state] };
  if (wanted === undefined) return ok(states);
  const company = await findCompany(client, wanted);
  return company.ok ? ok({ ...states, companyId: company.value.id }) : company;
}
