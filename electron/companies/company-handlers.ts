import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { ResultFigures } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Companies } from './create-companies.ts';

export type CompanyHandlersDeps = {
  readonly companies: Companies;
  readonly isKnown: (companyId: CompanyId) => boolean;
  /** What became of a company's documents since then. */
  readonly figures: (companyId: CompanyId, since: WallMs) => ResultFigures;
  /** The relay knows this computer as another device from now on. */
  readonly newDevice: () => void;
};

/** The companies, as a person connects, changes and removes them. */
export function companyHandlers({ companies, isKnown, figures, newDevice }: CompanyHandlersDeps): AppHandlers['companies'] {
  return {
    connect: ({ colour = null, ...company }) => companies.connect({ ...company, colour }),
    reconnect: (input) => companies.reconnect(input),
    check: ({ companyId }) => companies.check(companyId),
    change: ({ companyId, ...change }) => companies.change(companyId, change),
    pause: ({ companyId }) => companies.pause(companyId),
    resume: ({ companyId }) => companies.resume(companyId),
    figures: ({ companyId, since }) => (isKnown(companyId) ? ok(figures(companyId, since)) : fail({ kind: 'not-found' })),
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
