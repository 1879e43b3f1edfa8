import type { CompaniesPart } from '../api/parts.ts';
import { ok } from '#shared/lib/result.ts';
import type { Parts } from '../create-parts.ts';
import { figuresOf } from './figures-of.ts';

/** The companies as a person has them. */
export function companyPart(parts: Parts): CompaniesPart {
  const { companies, journal, results, other } = parts;
  return {
    companies: () => journal.companies.companies(),
    connect: (of) => companies.connect(of),
    reconnect: (companyId, credentials) => companies.reconnect({ companyId, ...credentials }),
    check: (companyId) => companies.check(companyId),
    change: async (companyId, change) => companies.change(companyId, change),
    pause: async (companyId) => companies.pause(companyId),
    resume: async (companyId) => companies.resume(companyId),
    figures: (companyId, since) => figuresOf(parts, companyId, since),
    computers: (companyId) => companies.computers(companyId),
    newIdentity: async () => {
      const enrolled = await companies.enrolAgain();
      if (!enrolled.ok) return enrolled;
      other.heard(false);
      results.newDevice();
      return ok({ renewed: true });
    },
    sendAway: (companyId, deviceId) => companies.sendAway(companyId, deviceId),
    removal: (companyId) => companies.removal(companyId),
    remove: (companyId, how) => companies.remove(companyId, how),
  };
}
