import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { MonthFigures, MonthSpan } from '#shared/app-api/months.ts';
import { ok } from '#shared/lib/result.ts';
import type { Companies } from './create-companies.ts';

export type CompanyHandlersDeps = {
  readonly companies: Companies;
  /** What became of each company's documents that were found in this span. */
  readonly months: (span: MonthSpan) => readonly MonthFigures[];
  /** The relay knows this computer as another device from now on. */
  readonly newDevice: () => void;
};

/** The companies, as a person connects, changes and removes them. */
export function companyHandlers({ companies, months, newDevice }: CompanyHandlersDeps): AppHandlers['companies'] {
  return {
    connect: ({ colour = null, ...company }) => companies.connect({ ...company, colour }),
    reconnect: (input) => companies.reconnect(input),
    check: ({ companyId }) => companies.check(companyId),
    change: ({ companyId, ...change }) => companies.change(companyId, change),
    pause: ({ companyId }) => companies.pause(companyId),
    resume: ({ companyId }) => companies.resume(companyId),
    months: (span) => ({ months: [...months(span)] }),
    computers: ({ companyId }) => companies.computers(companyId),
    newIdentity: async () => {
      const enrolled = await companies.enrolAgain();
      if (!enrolled.ok) return enrolled;
      newDevice();
      return ok({ renewed: true });
    },
    sendAway: ({ companyId, deviceId }) => companies.sendAway(companyId, deviceId),
    removal: ({ companyId }) => companies.removal(companyId),
    remove: ({ companyId, forget }) => companies.remove(companyId, { forget }),
  };
}
