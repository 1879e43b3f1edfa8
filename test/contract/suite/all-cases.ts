import type { Case } from './case.ts';
import { allocationCases, healthCases, integrationCases } from './cases/integration.ts';
import { authenticationCases, tokenCases } from './cases/access.ts';
import { deliveryCases } from './cases/delivery.ts';
import { entriesRouteCases, entriesStructureCases } from './cases/entries.ts';
import { errorCases, limitCases } from './cases/errors.ts';
import { eventCases, versioningCases } from './cases/events.ts';
import { formImportCases, formRefusalCases } from './cases/form.ts';
import { keyCases } from './cases/keys.ts';
import { referenceCases } from './cases/references.ts';
import { signatureCases } from './cases/signature.ts';
import { stateCases } from './cases/states.ts';

/** In the order in which they run: cases that move the service's clock come last. */
export const ALL_CASES: readonly Case[] = movingTimeLast([
  ...tokenCases,
  ...healthCases,
  ...authenticationCases,
  ...integrationCases,
  ...keyCases,
  ...formRefusalCases,
  ...formImportCases,
  ...entriesStructureCases,
  ...allocationCases,
  ...entriesRouteCases,
  ...referenceCases,
  ...errorCases,
  ...stateCases,
  ...eventCases,
  ...signatureCases,
  ...limitCases,
  ...versioningCases,
  ...deliveryCases,
]);

function movingTimeLast(cases: readonly Case[]): readonly Case[] {
  return [...cases.filter((one) => !movesTime(one)), ...cases.filter(movesTime)];
}

function movesTime({ needs }: Case): boolean {
  return needs.includes('clock');
}
