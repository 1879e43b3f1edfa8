import type { Case } from './case.ts';
import { allocationCases } from './cases/allocation.ts';
import { authenticationCases } from './cases/authentication.ts';
import { deliveryCases } from './cases/delivery.ts';
import { entriesRouteCases } from './cases/entries-route.ts';
import { entriesStructureCases } from './cases/entries-structure.ts';
import { errorCases } from './cases/errors.ts';
import { eventCases } from './cases/events.ts';
import { formImportCases } from './cases/form-imports.ts';
import { formRefusalCases } from './cases/form-refusals.ts';
import { healthCases } from './cases/health.ts';
import { integrationCases } from './cases/integration.ts';
import { keyCases } from './cases/keys.ts';
import { limitCases } from './cases/limits.ts';
import { referenceCases } from './cases/references.ts';
import { signatureCases } from './cases/signature.ts';
import { stateCases } from './cases/states.ts';
import { tokenCases } from './cases/token.ts';
import { versioningCases } from './cases/versioning.ts';

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
