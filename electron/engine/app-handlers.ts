import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { AppInfo, Overview } from '#shared/app-api/views.ts';
import { once } from '#shared/async/single-flight.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { World } from '#shared/ports/world.ts';
import { changeInstallation, companyHandlers, forgetSecret, installationHandlers } from '../companies/company-handlers.ts';
import { invitationHandlers } from '../companies/invitation/invitation-handlers.ts';
import { deliveryHandlers } from '../delivery/delivery-handlers.ts';
import { diagnosticsHandlers } from '../diagnostics/diagnostics-handlers.ts';
import { folderHandlers } from '../folders/folder-handlers.ts';
import type { MappingCalls } from '../folders/mapping-handlers.ts';
import { countFiles } from '../intake/folder/count-files.ts';
import { isIgnored } from '../intake/folder/ignored.ts';
import { takeMisplacedFiles } from '../intake/misplaced/misplaced-files.ts';
import { journalHandlers } from '../journal/journal-handlers.ts';
import type { Journal } from '../journal/open-journal.ts';
import { listBackups } from '../journal/profile/backups.ts';
import { registerHandlers } from '../register/register-handlers.ts';
import { settingsHandlers } from '../settings/create-settings.ts';
import type { Changes } from './changes.ts';
import type { Parts } from './parts.ts';
import type { EngineDeps } from './engine.ts';
import { openInSystem } from './open-in-system.ts';
import type { WakeUps } from './wake-ups.ts';

export type AppHandlersDeps = {
  readonly world: World;
  readonly deps: EngineDeps;
  readonly parts: Parts;
  readonly wake: WakeUps;
  readonly changes: Changes;
  readonly overview: () => Overview;
};

/** What answers the window: each feature's own handlers, with what they need of other features. No call is named here twice. */
export function appHandlers(of: AppHandlersDeps): AppHandlers {
  const { world, deps, parts, wake, changes, overview } = of;
  const { journal, delivery, network, settings, secrets } = parts;
  const system = openInSystem({
    ...deps,
    detail: (itemId) => journal.list.detail(itemId),
    folders: () => journal.folders.folders(),
    companies: () => journal.companies.companies(),
  });
  const { items, recovery } = journalHandlers(journal, world.clock, (itemIds) => {
    for (const itemId of itemIds) void delivery.dropSpool(itemId);
  });
  return {
    info: () => infoOf(deps),
    overview,
    changes: (_, stop) => changes.revisions(stop),
    lookAgain: () => {
      wake.lookAgain();
      return { looked: true };
    },
    items: { ...items, ...deliveryHandlers(delivery), ...proofHandlersOf(of), ...system.items },
    windowUploads: uploadHandlersOf(of),
    register: registerHandlersOf(of),
    companies: companyHandlersOf(of),
    folders: { ...folderHandlersOf(of), ...mappingHandlersOf(of), ...system.folders },
    diagnostics: diagnosticsHandlersOf(of),
    recovery,
    secrets: network.secrets,
    updates: {
      view: () => deps.updates?.view() ?? { kind: 'not-here' },
      installNow: () => ({ started: deps.updates?.installNow() ?? false }),
    },
    ...placeHandlersOf(of),
    settings: settingsHandlers({
      settings,
      autostart: deps.autostart ?? null,
      forgetProxyPassword: () => forgetSecret(secrets, 'proxy-password'),
    }),
  };
}

/** Where service and relay are: by hand, or by an invitation. */
function placeHandlersOf({ deps, parts }: AppHandlersDeps): Pick<AppHandlers, 'installation' | 'invitations'> {
  const { journal, invitations } = parts;
  const { arrivals, configuration = null } = deps;
  const place = { ...parts, store: journal.companies, linked: () => journal.results.links().map(({ integrationId }) => integrationId) };
  return {
    installation: installationHandlers(place),
    invitations: invitationHandlers({
      ...invitations,
      pinned: configuration === null ? [] : [configuration.relayUrl],
      changePlace: (change) => changeInstallation(place, { ...change, secrets: [], startOver: false }),
      arrived: {
        arrived: () => arrivals?.current() ?? null,
        dismiss: ({ id }) => ({ dismissed: arrivals?.dismiss(id) ?? false }),
      },
    }),
  };
}

function infoOf({ version, host, locale, autostart, power }: EngineDeps): AppInfo {
  const startsAtLogin = autostart?.view();
  return { version, host, locale, ...(startsAtLogin === undefined ? {} : { startsAtLogin }), hasBattery: (power ?? null) !== null };
}

/** Loaded when the first file is given: most runs of the program end without one. */
function uploadHandlersOf(of: AppHandlersDeps): AppHandlers['windowUploads'] {
  const uploads = once(() => windowUploads(of));
  return {
    begin: async (input) => (await uploads()).begin(input),
    piece: async (input) => (await uploads()).piece(input),
    end: async (input) => (await uploads()).end(input),
    sample: async (input) => (await uploads()).sample(input),
    stop: async (input) => (await uploads()).stop(input),
  };
}

/** Files that arrive through the window are judged as intake will judge them, and intake finds them. What can be made fit is taken as well. */
async function windowUploads({
  world: { clock, random, files },
  parts: { journal, intake, digest, settings, language },
  wake,
}: AppHandlersDeps) {
  const [{ accepted, createWindowUploads }, { sampleDocument }, { inspect }] = await Promise.all([
    import('../upload-from-window/create-window-uploads.ts'),
    import('../upload-from-window/sample-document.ts'),
    import('../intake/inspect/inspect.ts'),
  ]);
  return createWindowUploads({
    clock,
    random,
    files,
    store: journal.givenFiles,
    inspect: async ({ name, bytes, importType }) => {
      const hash = await digest(bytes);
      return accepted(
        inspect({ name, bytes, size: bytes.byteLength, importType }, () => hash),
        importType,
      );
    },
    isLeftAlone: (name) => isIgnored(name, 'file'),
    sample: () => (settings.get().service?.test === true ? sampleDocument(language(), clock.wallMs()) : null),
    writes: ({ id }, name) => intake.putWhole(id, name),
    wrote: wake.fileDropped,
  });
}

/** Its first use loads it, and all words of both languages. */
function proofHandlersOf({ world: { clock, files }, deps, parts: { journal, delivery, settings, language } }: AppHandlersDeps) {
  const { saveFile = null, version } = deps;
  const loaded = once(async () => {
    const [{ proofHandlers }, store] = await Promise.all([import('../proof/proof-handlers.ts'), journal.proofs()]);
    return proofHandlers({
      clock,
      files,
      store,
      detail: (itemId) => journal.list.detail(itemId),
      companyName: (companyId) => companyName(companyId, journal),
      service: () => settings.get().service,
      language,
      version,
      bytesOf: (itemId) => delivery.bytesOf(itemId),
      versionOf: (itemId) => delivery.versionOf(itemId),
      saveFile,
    });
  });
  return {
    proof: async function* pieces(of, stop) {
      yield* (await loaded()).proof(of, stop);
    },
    saveProof: async (of) => (await loaded()).saveProof(of),
  } satisfies Pick<AppHandlers['items'], 'proof' | 'saveProof'>;
}

function registerHandlersOf({ world: { clock, files }, deps, parts: { journal } }: AppHandlersDeps) {
  const { saveFile = null, fontFolder, pagesThread } = deps;
  return registerHandlers({
    clock,
    files,
    list: journal.list,
    companyName: (companyId) => companyName(companyId, journal),
    saveFile,
    fontFolder,
    pagesThread,
  });
}

/** Also of a company that was removed. */
function companyName(companyId: CompanyId, { companies }: Pick<Journal, 'companies'>): string {
  return [...companies.companies(), ...companies.removed()].find(({ id }) => id === companyId)?.name ?? '';
}

function companyHandlersOf({ parts: { companies, journal }, wake }: AppHandlersDeps) {
  return companyHandlers({
    companies,
    months: (span) => journal.companies.companies().map(({ id: companyId }) => journal.months.figures({ companyId, ...span })),
    expected: () => journal.expected(),
    newDevice: wake.newDevice,
  });
}

function folderHandlersOf({ world: { files, clock }, deps, parts: { journal, intake, language }, wake }: AppHandlersDeps) {
  const { folders, companies } = journal;
  const { home, profile, chooseFolder, surroundings } = deps;
  return folderHandlers({
    files,
    home,
    profile,
    chooseFolder,
    store: folders,
    companies: () => companies.companies(),
    watchers: {
      ...intake,
      takeMisplaced: (path, folder) => takeMisplacedFiles(path, folder, { files, folders: folders.folders(), home, store: journal.intake }),
    },
    countFiles: (path) => countFiles(path, { files, clock }),
    surroundings,
    language,
    changed: wake.foldersChanged,
  });
}

/** With the readers of files of rows, which few ever need, and no start. */
function mappingHandlersOf({ deps: { reader }, parts: { journal }, wake }: AppHandlersDeps): MappingCalls {
  const { folders, mappings: store } = journal;
  const calls = async (): Promise<MappingCalls> => {
    const { mappingHandlers } = await import('../folders/mapping-handlers.ts');
    return mappingHandlers({ store, folders: () => folders.folders(), reader, changed: () => wake.foldersChanged('watched') });
  };
  return {
    mapping: async (input, stop) => (await calls()).mapping(input, stop),
    mappingSample: async (input, stop) => (await calls()).mappingSample(input, stop),
    tryMapping: async (input, stop) => (await calls()).tryMapping(input, stop),
    setMapping: async (input, stop) => (await calls()).setMapping(input, stop),
    stopByItself: async (input, stop) => (await calls()).stopByItself(input, stop),
  };
}

function diagnosticsHandlersOf({ world: { clock, files }, deps, parts, overview }: AppHandlersDeps) {
  const { journal, settings, network, dates } = parts;
  const { profile, version, host, runsOn, saveFile = null } = deps;
  return diagnosticsHandlers({
    clock,
    files,
    profile,
    version,
    host,
    runsOn,
    saveFile,
    overview,
    updates: () => deps.updates?.view() ?? { kind: 'not-here' },
    settings: () => settings.get(),
    clockAheadMs: () => dates.aheadMs(),
    troubles: journal.troubles,
    lastBackupAt: async () => (await listBackups(files, profile)).at(0)?.at ?? null,
    setUpFault: () => parts.keep.setUpFault(),
    tryOut: network.tryOut,
  });
}
