import { learnedWait } from '#shared/domain/folder/waits.ts';
import { implement } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import { type FolderFault, needsConsent } from '#shared/app-api/faults.ts';
import { redactedReport } from '#electron/diagnostics/diagnostics-handlers.ts';
import { changedNotes, NO_FOLDER_NOTES } from '#shared/domain/item/note.ts';
import { ALWAYS_ASK } from '#shared/domain/item/sent-before/sent-before.ts';
import { changedConversions, NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyChange } from '#shared/domain/company.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { addFolder, browse, connectCompany, removalOf, removeCompany } from './window-answers.ts';
import type { Expected } from '#shared/app-api/list/expected.ts';
import { diagnosticsOf, monthsOf, placeOf, suggestedFor } from './window-diagnostics.ts';
import type { Story, WindowState } from './window-state.ts';

export function companyAnswers({ state, ring, secrets }: Story) {
  const api = implement(appContract).companies;
  const change = (companyId: string, kind: 'paused' | 'active') => {
    const { now, companies } = state.overview;
    const connection = kind === 'paused' ? { kind, since: now } : { kind, seenAt: now };
    const changed = companies.map((company) => (company.id === companyId ? { ...company, connection } : company));
    state.overview = { ...state.overview, companies: changed };
    ring();
    const company = changed.find(({ id }) => id === companyId);
    return company === undefined ? fail({ kind: 'not-found' as const }) : ok(company);
  };
  return {
    connect: api.connect.handler(({ input }) => {
      secrets.push(input.integrationSecret);
      if (state.connectFault !== null) return fail(state.connectFault);
      return ok(connectCompany(state, input));
    }),
    reconnect: api.reconnect.handler(({ input }) => {
      secrets.push(input.integrationSecret);
      const changed = change(input.companyId, 'active');
      if (state.connectFault !== null || !changed.ok) return fail(state.connectFault ?? { kind: 'not-valid' as const });
      return changed;
    }),
    check: api.check.handler(({ input }) => change(input.companyId, 'active')),
    change: api.change.handler(({ input }) => changeCompany({ state, ring }, input)),
    pause: api.pause.handler(({ input }) => change(input.companyId, 'paused')),
    resume: api.resume.handler(({ input }) => change(input.companyId, 'active')),
    months: api.months.handler(({ input }) => ({ months: [...monthsOf(state, input)] })),
    expected: api.expected.handler(() => ({ companies: expectedIn(state) })),
    expect: api.expect.handler(({ input: { seriesId, isExpected } }) => {
      const others = [...(state.unexpected ?? [])].filter((one) => one !== seriesId);
      state.unexpected = new Set(isExpected ? others : [...others, seriesId]);
      ring();
      return { done: true };
    }),
    ...computersIn({ state, ring }),
    removal: api.removal.handler(({ input }) => removalOf(state, input.companyId)),
    remove: api.remove.handler(({ input }) => {
      const means = removalOf(state, input.companyId);
      removeCompany(state, input.companyId);
      ring();
      return means;
    }),
  };
}

/** Of what is missing, the entries that are told, and those that a user wants to hear nothing of. */
function expectedIn({ expected = [], unexpected }: WindowState): Expected[] {
  const isOff = ({ seriesId }: { readonly seriesId: string }): boolean => unexpected?.has(seriesId) === true;
  return expected.map((one) => ({
    ...one,
    missing: one.missing.filter((missing) => !isOff(missing)),
    unexpected: [...one.unexpected, ...one.missing.filter(isOff)].map(({ seriesId, name }) => ({ seriesId, name })),
  }));
}

function changeCompany({ state, ring }: Pick<Story, 'state' | 'ring'>, { companyId, name, colour, contact, userEmail }: CompanyChange) {
  const changed = state.overview.companies.map((one) => {
    if (one.id !== companyId) return one;
    const { contact: before = null, userEmail: sender = null, ...rest } = one;
    const by = userEmail === undefined ? sender : userEmail;
    const to = contact === undefined ? before : contact;
    return {
      ...rest,
      name: name ?? one.name,
      colour: colour ?? one.colour,
      ...(to === null ? {} : { contact: to }),
      ...(by === null ? {} : { userEmail: by }),
    };
  });
  state.overview = { ...state.overview, companies: changed };
  ring();
  const company = changed.find(({ id }) => id === companyId);
  return company === undefined ? fail({ kind: 'not-found' as const }) : ok(company);
}

function computersIn({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).companies;
  return {
    computers: api.computers.handler(() => computersOf(state)),
    newIdentity: api.newIdentity.handler(() => {
      if (state.connectFault !== null) return fail(state.connectFault);
      state.overview = { ...state.overview, isCopied: false };
      ring();
      return ok({ renewed: true as const });
    }),
    sendAway: api.sendAway.handler(({ input }) => {
      state.computers = state.computers?.filter(({ deviceId }) => deviceId !== input.deviceId);
      return computersOf(state);
    }),
  };
}

function computersOf({ computers }: WindowState) {
  return computers === undefined ? fail({ kind: 'relay-unreachable' as const }) : ok({ computers });
}

function changeFolder({ state, ring }: Story, folderId: string, change: Partial<Folder>) {
  const folders = state.overview.folders.map((folder) => (folder.id === folderId ? { ...folder, ...change } : folder));
  state.overview = { ...state.overview, folders };
  ring();
  const changed = folders.find(({ id }) => id === folderId);
  return changed === undefined ? fail({ kind: 'not-found' as const }) : ok(changed);
}

/** Reported as a fault until the user has said that they know the other computer. */
function faultOf(state: WindowState, knownHost?: string): FolderFault | null {
  const { folderFault } = state;
  if (folderFault?.kind !== 'remote-place' || folderFault.host !== knownHost) return folderFault;
  state.folderFault = null;
  return null;
}

export function folderAnswers(story: Story) {
  const { state, ring } = story;
  const api = implement(appContract).folders;
  return {
    add: api.add.handler(({ input }) => {
      const fault = faultOf(state, input.knownHost);
      if (fault !== null) return fail(fault);
      const place = placeOf(input.path);
      if (needsConsent(place) && input.confirmed !== true) return fail({ kind: 'needs-consent' as const, place });
      const folder = addFolder(state, input);
      ring();
      return ok(folder);
    }),
    remove: api.remove.handler(({ input }) => {
      state.overview = { ...state.overview, folders: state.overview.folders.filter(({ id }) => id !== input.folderId) };
      ring();
      return ok({ removed: true as const });
    }),
    suggest: api.suggest.handler(({ input }) => ok(suggestedFor(state, input.companyId))),
    make: api.make.handler(({ input }) => {
      const fault = faultOf(state);
      if (fault !== null) return fail(fault);
      return ok({ ...placeOf(input.path), exists: true });
    }),
    look: api.look.handler(({ input }) => {
      const fault = faultOf(state, input.knownHost);
      return fault?.kind === 'remote-place' || fault?.kind === 'profile-around' ? fail(fault) : ok(placeOf(input.path));
    }),
    reveal: api.reveal.handler(() => ({ available: state.info.host === 'electron' })),
    ...misplacedAnswers(story),
    fetchFromCloud: api.fetchFromCloud.handler(({ input }) => fetchFromCloud(story, input.folderId)),
    sendAsItIs: api.sendAsItIs.handler(({ input }) => sendAsItIs(story, input)),
    accept: api.accept.handler(({ input }) => changeFolder(story, input.folderId, { state: 'present' })),
    change: api.change.handler(({ input: { folderId, settleMs, converts = {}, sentBefore = {}, notes = {}, ...change } }) => {
      const folder = state.overview.folders.find(({ id }) => id === folderId);
      const before = folder?.converts ?? NO_CONVERSIONS;
      const rules = { sentBefore: { ...(folder?.sentBefore ?? ALWAYS_ASK), ...defined(sentBefore) } };
      const noted = { notes: changedNotes(folder?.notes ?? NO_FOLDER_NOTES, notes, state.overview.now) };
      const ticked = { converts: changedConversions(before, converts, state.overview.now) };
      const waits = settleMs === undefined ? {} : settleMs === null ? learnedWait(NEW_WRITER, state.overview.now) : chosenWait(settleMs);
      return changeFolder(story, folderId, { ...defined(change), ...ticked, ...rules, ...noted, ...waits });
    }),
    choose: api.choose.handler(() =>
      state.info.host === 'electron'
        ? { available: true as const, path: state.chosenFolder ?? '/home/anne/Scans/Achats' }
        : { available: false as const },
    ),
    browse: api.browse.handler(({ input }) => browse(input.path)),
  };
}

/** Files next to the folders: moved, or ignored and told again. */
function misplacedAnswers({ state, ring }: Story) {
  const api = implement(appContract).folders;
  return {
    takeMisplaced: api.takeMisplaced.handler(({ input }) => {
      const found = state.overview.misplaced.find(({ path }) => path === input.path);
      if (found === undefined) return fail({ kind: 'not-found' as const });
      state.overview = { ...state.overview, misplaced: [] };
      ring();
      return ok({ moved: found.count, stay: [] });
    }),
    ignoreMisplaced: api.ignoreMisplaced.handler(({ input: { path } }) => {
      const found = state.overview.misplaced.find((one) => one.path === path);
      if (found === undefined) return fail({ kind: 'not-found' as const });
      const misplaced = state.overview.misplaced.filter((one) => one !== found);
      state.overview = {
        ...state.overview,
        misplaced,
        ignoredMisplaced: [...(state.overview.ignoredMisplaced ?? []), { path, count: found.count }],
      };
      ring();
      return ok({ ignored: found.count });
    }),
    askAboutMisplaced: api.askAboutMisplaced.handler(({ input: { path } }) => {
      const ignored = (state.overview.ignoredMisplaced ?? []).filter((one) => one.path === path);
      const misplaced = ignored.map((one) => ({ ...one, names: ['SCN_0007.pdf'] }));
      const ignoredMisplaced = (state.overview.ignoredMisplaced ?? []).filter((one) => one.path !== path);
      state.overview = { ...state.overview, misplaced: [...state.overview.misplaced, ...misplaced], ignoredMisplaced };
      ring();
      return { noLongerIgnored: ignored.reduce((sum, { count }) => sum + count, 0) };
    }),
  };
}

/** Fetches the files that waited for this, one at a time. */
function fetchFromCloud({ state, ring }: Story, folderId: string) {
  const unfinished = state.overview.unfinished ?? [];
  const found = unfinished.find((one) => one.folderId === folderId);
  if (found === undefined) return fail({ kind: 'not-found' as const });
  const files = found.inCloud?.files ?? 0;
  const without = { ...found, inCloud: { files: 0, stubs: found.inCloud?.stubs ?? 0 } };
  state.overview = { ...state.overview, unfinished: unfinished.map((one) => (one === found ? without : one)) };
  ring();
  return ok({ files });
}

/** Accepts the file as one more document, unless the story specifies another outcome. */
function sendAsItIs({ state, ring }: Story, { folderId, path }: { readonly folderId: string; readonly path: string }) {
  const unfinished = state.overview.unfinished ?? [];
  if (!unfinished.some((one) => one.folderId === folderId && one.files.some((file) => file.path === path))) {
    return fail({ kind: 'not-found' as const });
  }
  const became = state.asItIs ?? 'taken';
  if (became === 'taken' || became === 'known') {
    const without = unfinished.map((one) => ({
      ...one,
      files: one.files.filter((file) => file.path !== path || one.folderId !== folderId),
    }));
    state.overview = { ...state.overview, unfinished: without.filter(({ files }) => files.length > 0) };
    ring();
  }
  return ok({ became });
}

export function diagnosticAnswers({ state }: Story) {
  const api = implement(appContract).diagnostics;
  return {
    view: api.view.handler(() => diagnosticsOf(state)),
    report: api.report.handler(() => ({ text: redactedReport(diagnosticsOf(state)) })),
    save: api.save.handler(() => ({ kept: true, code: null })),
    try: api.try.handler(() => (state.tryFault == null ? ok({ milliseconds: 184 }) : fail(state.tryFault))),
  };
}

const NEW_WRITER = { inPlace: 0, gapMs: null, gapAt: null };

function chosenWait(settleMs: number) {
  return { settleMs, waits: { kind: 'chosen' } } as const;
}

/** A change without its undefined members. */
function defined<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ReturnType<typeof defined<T>>;
}
