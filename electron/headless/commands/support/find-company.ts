import type { Company } from '#shared/domain/company.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EngineClient } from '../../engine-client.ts';

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
