import { z } from 'zod';
import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { EngineClient } from '../../engine-client.ts';
import { findCompany } from './find-company.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const daySchema = z.string().regex(DAY, 'a day such as 2026-11-30 is expected');

type Narrowed = {
  readonly company?: string | undefined;
  readonly state?: readonly ItemStateKind[] | undefined;
  /** Days in this computer's time zone; both are included in full. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** As in the window: words of names, or beginnings of numbers and references. */
  readonly search?: string | undefined;
};

/** Filter for one company, for some states, for some days and for what is searched, where given. The failure lists the companies that there are. */
export async function narrowedBy(client: EngineClient, { company: wanted, state, ...of }: Narrowed): Promise<Result<ItemFilter, string>> {
  const search = of.search?.trim() ?? '';
  const filter = { ...spanOf(of), ...(state === undefined ? {} : { states: [...state] }), ...(search === '' ? {} : { search }) };
  if (wanted === undefined) return ok(filter);
  const company = await findCompany(client, wanted);
  return company.ok ? ok({ ...filter, companyId: company.value.id }) : company;
}

function spanOf({ from, to }: Pick<Narrowed, 'from' | 'to'>): ItemFilter {
  const after = to === undefined ? null : new Date(`${to}T00:00`);
  after?.setDate(after.getDate() + 1);
  return {
    ...(from === undefined ? {} : { from: wallMs(new Date(`${from}T00:00`).getTime()) }),
    ...(after === null ? {} : { before: wallMs(after.getTime()) }),
  };
}
