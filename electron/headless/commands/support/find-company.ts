import type { ImportType } from '#shared/contract/import-types.ts';
import type { Company } from '#shared/domain/company.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EngineClient } from '../../engine-client.ts';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { isSamePath } from '#shared/node/is-inside.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { Call } from './command.ts';
import { complain } from './say.ts';
import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { wallMs } from '#shared/lib/duration.ts';

/** Finds a company by its displayed name, ignoring case, or by its id. The failure lists the companies that there are. */
export async function findCompany(client: EngineClient, wanted: string): Promise<Result<Company, string>> {
  const { companies } = await client.overview();
  const found = companies.filter((company) => company.id === wanted || company.name.toLowerCase() === wanted.toLowerCase());
  const [only] = found;
  if (only !== undefined && found.length === 1) return ok(only);
  if (found.length > 1) return fail(`Several companies are called "${wanted}": give the id instead (companies list --json).`);
  const names = companies.map((company) => company.name).join(', ');
  return fail(names === '' ? 'No company is connected yet.' : `No company is called "${wanted}". There are: ${names}.`);
}

/** The one folder that a command names, by path or id. */
export const oneFolderSchema = z.tuple([z.string().min(1)], 'one folder is expected');

/** Runs `act` on the watched folder with this path or id; complains if there is none. */
export async function withFolder(call: Call, [wanted]: readonly [string], act: (folder: Folder) => Promise<ExitCode>): Promise<ExitCode> {
  const folder = await findFolder(call, wanted);
  return folder.ok ? act(folder.value) : complain(call, folder.failure);
}

/** The watched folder with this path or id. */
export async function findFolder({ client }: Pick<Call, 'client'>, wanted: string): Promise<Result<Folder, string>> {
  const { folders } = await client.overview();
  const folder = folders.find((one) => one.id === wanted || isSamePath(one.path, resolve(wanted)));
  return folder === undefined ? fail('This folder is not watched. See "folders list".') : ok(folder);
}

const PAGE = 500;
/** More documents than anybody decides on at once. */
const PAGES_MAX = 100;

/** The documents of a filter that `isMeant` selects. A user knows a document's number at the service, a program its id here. */
export async function namedDocuments({ client }: Call, filter: ItemFilter, isMeant: (item: Item) => boolean): Promise<readonly Item[]> {
  const found: Item[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page: Awaited<ReturnType<Call['client']['items']['list']>> = await client.items.list({
      ...filter,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.items.filter(isMeant));
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}

/** Whether a document is one of these, ignoring case. */
export function byNumberOrId(named: readonly string[]): (item: Item) => boolean {
  const wanted = new Set(named.map((one) => one.toLowerCase()));
  return ({ id, state }) => wanted.has(id) || ('documentId' in state && state.documentId !== null && wanted.has(state.documentId));
}

/** In the words of a user. */
export const IMPORT_TYPE_OF = { purchase: 'purchase-invoices', sales: 'sales-invoices', entries: 'entries' } as const satisfies Record<
  string,
  ImportType
>;
export const typeSchema = z.enum(['purchase', 'sales', 'entries']);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const daySchema = z.string().regex(DAY, 'a day such as 2026-11-30 is expected');

type Narrowed = {
  readonly company?: string | undefined;
  readonly type?: keyof typeof IMPORT_TYPE_OF | undefined;
  readonly state?: readonly ItemStateKind[] | undefined;
  /** Days in this computer's time zone; both are included in full. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** As in the window: words of names, or beginnings of numbers and references. */
  readonly search?: string | undefined;
};

/** Filter for one company, for one type, for some states, for some days and for what is searched, where given. The failure lists the companies that there are. */
export async function narrowedBy(
  client: EngineClient,
  { company: wanted, type, state, ...of }: Narrowed,
): Promise<Result<ItemFilter, string>> {
  const search = of.search?.trim() ?? '';
  const ofType = type === undefined ? {} : { importType: IMPORT_TYPE_OF[type] };
  const filter = { ...spanOf(of), ...ofType, ...(state === undefined ? {} : { states: [...state] }), ...(search === '' ? {} : { search }) };
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
