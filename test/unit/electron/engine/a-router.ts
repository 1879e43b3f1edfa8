import { createRouterClient } from '@orpc/server';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRouter } from '#electron/engine/create-router.ts';
import { openInSystem } from '#electron/engine/open-in-system.ts';
import { folderHandlers, type FolderHandlersDeps } from '#electron/folders/folder-handlers.ts';
import { countFiles } from '#electron/intake/folder/count-files.ts';
import { journalHandlers } from '#electron/journal/journal-handlers.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { createSettings, settingsHandlers } from '#electron/settings/create-settings.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { tempFolder } from '#test/support/folders.ts';
import type { EngineDeps } from '#electron/engine/engine.ts';
import { aCompany, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { AppHandlers, Handlers } from '#shared/app-api/handlers.ts';

const NO_WATCHERS: FolderHandlersDeps['watchers'] = {
  takeMisplaced: async () => null,
  ignoreMisplaced: async () => null,
  askAboutMisplaced: async () => 0,
  sendAsItIs: async () => null,
  fetchFromCloud: () => null,
};

/** The router on a real journal and disk, without a service; `of` in place of its own. */
export function aRouter({ writeMail = null, ...of }: Partial<FolderHandlersDeps> & Pick<EngineDeps, 'writeMail'> = {}) {
  const open = anOpenJournal();
  const { journal } = open;
  const home = tempFolder();
  const profile = join(tempFolder(), 'profile');
  mkdirSync(join(profile, 'spool'), { recursive: true });
  const revealed: string[] = [];
  const folders = folderHandlers({
    files: nodeFiles(),
    home,
    profile,
    chooseFolder: null,
    store: journal.folders,
    companies: () => journal.companies.companies(),
    watchers: NO_WATCHERS,
    countFiles: (path) => countFiles(path, { files: nodeFiles(), clock: open.clock }),
    language: () => 'fr',
    changed: () => undefined,
    ...of,
  });
  const system = openInSystem({
    open: null,
    reveal: (path) => revealed.push(path),
    detail: (itemId) => journal.list.detail(itemId),
    folders: () => journal.folders.folders(),
    companies: () => journal.companies.companies(),
    writeMail,
  });
  const { items, recovery } = journalHandlers(journal, open.clock);
  const unasked = unaskedHandlers();
  const router = createRouter({
    ...unasked,
    info: () => ({ version: '1', host: 'headless', locale: 'fr-FR' }),
    items: { ...unasked.items, ...items, ...system.items },
    companies: { ...unasked.companies, change: () => fail({ kind: 'not-found' }) },
    folders: { ...unasked.folders, ...folders, ...system.folders },
    recovery,
    settings: settingsHandlers({ settings: createSettings(journal.settings), forgetProxyPassword: async () => ok(null), autostart: null }),
  });
  const company = aCompany(open);
  const client = createRouterClient(router);
  const add = (path: string, companyId: CompanyId = company.id) => client.folders.add({ companyId, importType: 'purchase-invoices', path });
  return { ...open, company, home, profile, client, add, revealed };
}

/** Handlers for every call of the window, none of which the test expects to be called. */
export function unaskedHandlers(): AppHandlers {
  return unaskedHandler(appContract, 'engine');
}

function unaskedHandler<Contract extends AnyContractRouter>(contract: Contract, name: string): Handlers<Contract>;
function unaskedHandler(contract: AnyContractRouter, name: string): unknown {
  if (!isContractProcedure(contract)) {
    return Object.fromEntries(Object.entries(contract).map(([part, inner]) => [part, unaskedHandler(inner, `${name}.${part}`)]));
  }
  return () => {
    throw new Error(`${name} is not asked here`);
  };
}
