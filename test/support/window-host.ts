import { implement } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { ConnectFault, FolderFault } from '#shared/app-api/faults.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import type { AppInfo, Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder.ts';
import type { Item } from '#shared/domain/item.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { serve } from '#shared/node/serve.ts';
import { hostApp, windowUrl } from '#electron/headless/host-app.ts';
import { createSessions } from '#electron/headless/sessions.ts';
import { windowFiles } from '#electron/headless/window-files.ts';
import { nodeFiles } from '#electron/world/files.ts';
import { recordingLog } from './recording-log.ts';
import { addFolder, askedAbout, browse, connectCompany, earlierOf, pageOf, placesOf, removalOf, removeCompany } from './window-answers.ts';
import { answerFlood, floodOf, replacedByOf } from './window-floods.ts';

/** Everything that the window can see, made up. Change it, then `ring`. */
export type WindowState = {
  overview: Overview;
  items: readonly Item[];
  settings: Settings;
  info: AppInfo;
  /** What the next attempt to connect comes to. */
  connectFault: ConnectFault['kind'] | null;
  folderFault: FolderFault['kind'] | null;
};

export type WindowHost = {
  readonly state: WindowState;
  /** An address that signs in; good once. */
  address(): string;
  /** Tells the window to look again. */
  ring(): void;
  /** Secrets that were asked about: to look for where they must not be. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
};

/**
 * The built window behind the headless host's own door and policy, on an engine that is made up. It stands for the
 * engine in visual stories alone: what the engine does is shown by the tests on the real hosts.
 */
export async function windowHost(state: WindowState): Promise<WindowHost> {
  const bells = new Set<() => void>();
  const ring = (): void => {
    for (const bell of bells) bell();
  };
  const secrets: string[] = [];
  const sessions = createSessions(nodeRandom(), () => 'intray-story');
  const files = windowFiles(nodeFiles(), `${import.meta.dirname}/../../dist/window`);
  let port = 0;
  const router = storyRouter({ state, bells, ring, secrets });
  const app = hostApp({ router, windowFiles: files, sessions, port: () => port, log: recordingLog() });
  const served = await serve((request) => app.fetch(request), { port: 0, drainMs: 100 });
  port = served.port;
  return { state, ring, secrets, address: () => windowUrl(port, sessions.issueToken()), close: () => served.close() };
}

type Story = { readonly state: WindowState; readonly bells: Set<() => void>; readonly ring: () => void; readonly secrets: string[] };

function storyRouter(story: Story) {
  const { state, ring } = story;
  const api = implement(appContract);
  return api.router({
    info: api.info.handler(() => state.info),
    overview: api.overview.handler(() => state.overview),
    changes: api.changes.handler(({ signal }) => revisions(story.bells, signal)),
    items: itemAnswers(story),
    companies: companyAnswers(story),
    folders: folderAnswers(story),
    recovery: {
      seen: api.recovery.seen.handler(() => {
        state.overview = { ...state.overview, recovery: null };
        ring();
        return { seen: true as const };
      }),
    },
    secrets: {
      view: api.secrets.view.handler(() => ({ 'proxy-password': false, 'client-secret': false })),
      keep: api.secrets.keep.handler(({ input }) => ({
        ok: true as const,
        value: { 'proxy-password': false, 'client-secret': false, [input.name]: input.secret !== null },
      })),
    },
    settings: {
      get: api.settings.get.handler(() => state.settings),
      change: api.settings.change.handler(({ input }) => {
        state.settings = { ...state.settings, ...defined(input) };
        ring();
        return state.settings;
      }),
    },
  });
}

function itemAnswers({ state, ring }: Story) {
  const api = implement(appContract).items;
  return {
    list: api.list.handler(({ input }) => pageOf(state.items, input)),
    get: api.get.handler(({ input }) => {
      const item = state.items.find(({ id }) => id === input.itemId);
      return item === undefined
        ? fail({ kind: 'not-found' })
        : ok({ item, places: placesOf(item), replacedBy: replacedByOf(state.items, item), earlier: earlierOf(item) });
    }),
    allow: api.allow.handler(({ input }) => {
      const { now } = state.overview;
      const allowed = state.items.filter(({ id, state: { kind } }) => kind === 'held' && input.itemIds.includes(id));
      state.items = state.items.map((item) =>
        allowed.includes(item) ? { ...item, state: { kind: 'waiting', dueAt: now, last: null }, stateSince: now } : item,
      );
      const { counts } = state.overview;
      const moved = { ...counts, held: counts.held - allowed.length, waiting: counts.waiting + allowed.length };
      state.overview = { ...state.overview, counts: moved };
      ring();
      return { allowed: allowed.length };
    }),
    ...floodAnswers({ state, ring }),
    ...personAnswers({ state, ring }),
    asked: api.asked.handler(({ input }) => {
      const before = state.items;
      state.items = before.map((item) => (input.itemIds.includes(item.id) ? askedAbout(item, state.overview.now) : item));
      const asked = state.items.filter((item, at) => item !== before[at]).length;
      const { counts } = state.overview;
      state.overview = { ...state.overview, counts: { ...counts, noAnswer: counts.noAnswer - asked } };
      ring();
      return { asked };
    }),
    reveal: api.reveal.handler(() => ({ available: state.info.host === 'electron' })),
  };
}

function personAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  return {
    putAside: api.putAside.handler(({ input }) => {
      const aside = state.items.filter(({ id, state: { kind } }) => kind === 'held' && input.itemIds.includes(id));
      state.items = state.items.map((item) => (aside.includes(item) ? { ...item, state: { kind: 'aside', why: 'person' } } : item));
      ring();
      return { aside: aside.length };
    }),
    sendAgain: api.sendAgain.handler(({ input }) => {
      const { now } = state.overview;
      const sent = state.items.filter(({ id }) => input.itemIds.includes(id));
      state.items = state.items.map((item) =>
        sent.includes(item)
          ? { ...item, resubmission: item.resubmission + 1, state: { kind: 'waiting', dueAt: now, last: null }, stateSince: now }
          : item,
      );
      ring();
      return { sent: sent.map(({ id }) => id), missing: [] };
    }),
  };
}

function floodAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  return {
    flood: api.flood.handler(() => floodOf(state.items)),
    answerFlood: api.answerFlood.handler(({ input }) => {
      const said = answerFlood(state, input.answer);
      ring();
      return said;
    }),
  };
}

function companyAnswers({ state, ring, secrets }: Story) {
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
      if (state.connectFault !== null) return fail({ kind: state.connectFault });
      return ok(connectCompany(state, input));
    }),
    reconnect: api.reconnect.handler(({ input }) => {
      secrets.push(input.integrationSecret);
      const changed = change(input.companyId, 'active');
      if (state.connectFault !== null || !changed.ok) return fail({ kind: state.connectFault ?? 'not-valid' });
      return changed;
    }),
    check: api.check.handler(({ input }) => change(input.companyId, 'active')),
    change: api.change.handler(({ input: { companyId, name, colour } }) => {
      const changed = state.overview.companies.map((one) =>
        one.id === companyId ? { ...one, name: name ?? one.name, colour: colour ?? one.colour } : one,
      );
      state.overview = { ...state.overview, companies: changed };
      ring();
      const company = changed.find(({ id }) => id === companyId);
      return company === undefined ? fail({ kind: 'not-found' as const }) : ok(company);
    }),
    pause: api.pause.handler(({ input }) => change(input.companyId, 'paused')),
    resume: api.resume.handler(({ input }) => change(input.companyId, 'active')),
    removal: api.removal.handler(({ input }) => removalOf(state, input.companyId)),
    remove: api.remove.handler(({ input }) => {
      const means = removalOf(state, input.companyId);
      removeCompany(state, input.companyId);
      ring();
      return means;
    }),
  };
}

function changeFolder({ state, ring }: Story, folderId: string, change: Partial<Folder>) {
  const folders = state.overview.folders.map((folder) => (folder.id === folderId ? { ...folder, ...change } : folder));
  state.overview = { ...state.overview, folders };
  ring();
  const changed = folders.find(({ id }) => id === folderId);
  return changed === undefined ? fail({ kind: 'not-found' as const }) : ok(changed);
}

function folderAnswers(story: Story) {
  const { state, ring } = story;
  const api = implement(appContract).folders;
  return {
    add: api.add.handler(({ input }) => {
      if (state.folderFault !== null) return fail({ kind: state.folderFault });
      const folder = addFolder(state, input);
      ring();
      return ok(folder);
    }),
    remove: api.remove.handler(({ input }) => {
      state.overview = { ...state.overview, folders: state.overview.folders.filter(({ id }) => id !== input.folderId) };
      ring();
      return ok({ removed: true as const });
    }),
    accept: api.accept.handler(({ input }) => changeFolder(story, input.folderId, { state: 'present' })),
    change: api.change.handler(({ input: { folderId, ...change } }) => changeFolder(story, folderId, defined(change))),
    choose: api.choose.handler(() =>
      state.info.host === 'electron' ? { available: true as const, path: '/home/anne/Scans/Achats' } : { available: false as const },
    ),
    browse: api.browse.handler(({ input }) => browse(input.path)),
  };
}

/** Rings at once and after every change, as the engine's doorbell does. */
async function* revisions(bells: Set<() => void>, signal: AbortSignal | undefined): AsyncGenerator<{ revision: number }> {
  let wake: (() => void) | null = null;
  let rung = true;
  const bell = (): void => {
    rung = true;
    wake?.();
  };
  bells.add(bell);
  signal?.addEventListener('abort', bell);
  try {
    for (let revision = 1; ; revision += 1) {
      if (signal?.aborted === true) return;
      if (!rung) await new Promise<void>((resolve) => (wake = resolve));
      rung = false;
      yield { revision };
    }
  } finally {
    bells.delete(bell);
  }
}

function defined<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ReturnType<typeof defined<T>>;
}
