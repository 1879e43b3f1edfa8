import { createRouterClient } from '@orpc/server';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createChanges } from '#electron/engine/api/changes.ts';
import { createRouter } from '#electron/engine/api/create-router.ts';
import type { ApiParts, CompaniesPart } from '#electron/engine/api/parts.ts';
import { countFiles } from '#electron/intake/folder/count-files.ts';
import { createSettings, type LiveSettings } from '#electron/settings/create-settings.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aCompany, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';

const notFound = async () => fail({ kind: 'not-found' as const });
const notSetUp = async () => fail({ kind: 'not-set-up' as const });

const NO_SERVICE: Omit<CompaniesPart, 'companies'> = {
  connect: notSetUp,
  reconnect: notSetUp,
  check: notFound,
  change: notFound,
  pause: notFound,
  resume: notFound,
  figures: () => fail({ kind: 'not-found' }),
  computers: notFound,
  newIdentity: notSetUp,
  sendAway: notFound,
  removal: () => fail({ kind: 'not-found' }),
  remove: () => fail({ kind: 'not-found' }),
};

const NO_HANDOVERS: ApiParts['windowUploads'] = {
  begin: async () => fail({ kind: 'no-folder' as const }),
  piece: () => fail({ kind: 'broken' as const }),
  end: async () => fail({ kind: 'broken' as const }),
  stop: () => undefined,
};

const SOME_DIAGNOSTICS: ApiParts['diagnostics'] = {
  view: () => Promise.reject(new Error('not asked')),
  report: () => Promise.resolve('a report'),
  save: () => Promise.resolve({ kept: false, code: null }),
  tryOut: () => Promise.resolve(fail({ kind: 'not-set' as const, code: 'no-address' })),
};

/** The router on a real journal and disk, without a service; `parts` in place of its own. */
export function aRouter(parts: Partial<ApiParts> = {}) {
  const open = anOpenJournal();
  const { journal } = open;
  const home = tempFolder();
  const profile = join(tempFolder(), 'profile');
  mkdirSync(join(profile, 'spool'), { recursive: true });
  const revealed: string[] = [];
  const router = createRouter({
    info: () => ({ version: '1', host: 'headless', locale: 'fr-FR' }),
    home,
    profile,
    overview: () => {
      throw new Error('not asked for here');
    },
    changes: createChanges(),
    items: itemsPart(journal),
    windowUploads: NO_HANDOVERS,
    register: () => {
      throw new Error('not asked for here');
    },
    companies: { companies: () => journal.companies.companies(), ...NO_SERVICE },
    recoverySeen: () => journal.recovery.seen(open.clock.wallMs()),
    lookAgain: () => undefined,
    folders: {
      ...journal.folders,
      takeMisplaced: async () => null,
      sendAsItIs: async () => null,
      fetchFromCloud: () => null,
      change: (folderId, change) =>
        journal.folders.change(folderId, { ...change, resultFolders: { accepted: 'Sent', refused: 'Refused' } }),
    },
    settings: settingsOf(createSettings(journal.settings)),
    installation: { change: async () => fail({ kind: 'vault-locked' }) },
    secrets: { view: () => Promise.reject(new Error('not asked')), keep: () => Promise.reject(new Error('not asked')) },
    diagnostics: SOME_DIAGNOSTICS,
    files: nodeFiles(),
    countFiles: (path) => countFiles(nodeFiles(), path),
    folderNames: () => ({ 'purchase-invoices': 'Achats', 'sales-invoices': 'Ventes' }),
    chooseFolder: null,
    reveal: (path) => revealed.push(path),
    open: null,
    writeMail: null,
    ...parts,
  });
  const company = aCompany(open);
  const client = createRouterClient(router);
  const add = (path: string, companyId: CompanyId = company.id) => client.folders.add({ companyId, importType: 'purchase-invoices', path });
  return { ...open, company, home, profile, client, add, revealed };
}

function itemsPart(journal: ReturnType<typeof anOpenJournal>['journal']): ApiParts['items'] {
  return {
    ...journal.list,
    ...journal.bulkArrivals,
    sendAgain: async (itemIds) => ({ sent: itemIds, missing: [] }),
    sendAllTheSame: async () => 'sent',
    ...journal.notes,
    ...journal.resolved,
    ...journal.unproven,
    asked: (itemIds) => journal.noAnswers.asked(itemIds),
    bytes: async () => ({ ok: false, failure: 'gone' }),
  };
}

function settingsOf(settings: LiveSettings): ApiParts['settings'] {
  return { get: () => settings.get(), change: async (change) => ok(settings.change(change)) };
}
