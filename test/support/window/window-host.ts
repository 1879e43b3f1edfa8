import { implement } from '@orpc/server';
import { createChanges } from '#electron/engine/changes.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import { changedSettings, type CheckedInstallationChange } from '#shared/app-api/installation.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isSeen } from '#shared/domain/results/unseen.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { serve } from '#shared/node/http/serve.ts';
import { hostApp } from '#electron/headless/host/host-app.ts';
import { windowUrl } from '#electron/headless/host/host-note.ts';
import type { Sessions } from '#electron/headless/host/sessions.ts';
import { windowFiles } from '#electron/headless/host/window-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { pause } from '../../../build/demo/pause.ts';
import { recordingLog } from '../virtual-world.ts';
import { askedAbout, earlierOf, placesOf } from './window-answers.ts';
import { storySessions } from './window-browsers.ts';
import { entriesAnswers, isCorrected } from './window-entries.ts';
import { companyAnswers, diagnosticAnswers, folderAnswers } from './window-companies.ts';
import { conversionAnswers, joinedLinks } from './window-conversion.ts';
import { invitationAnswers, type WindowDoor } from './window-invitations.ts';
import { windowUploadAnswers } from './window-uploads.ts';
import { mappingAnswers } from './window-mapping.ts';
import { documentAnswers, sentAtOf } from './window-document.ts';
import { chosenView, countOf, groupsOf, idsOf, pageOf } from './window-lists.ts';
import { storyRegister } from './window-diagnostics.ts';
import {
  answerBulkArrival,
  answerSentBefore,
  bulkArrivalOf,
  bulkArrivalsOf,
  folderNoteOf,
  folderOf,
  replacedByOf,
  sentBeforeGroupsOf,
  settledAnswers,
  takeBackBulkAnswer,
} from './window-questions.ts';
import { decideType, type Story, type WindowState } from './window-state.ts';

export type WindowHost = {
  readonly state: WindowState;
  /** An address that signs in, once. */
  address(): string;
  /** Tells the window to look again. */
  ring(): void;
  /** The signed-in browsers. */
  readonly sessions: Sessions;
  /** Secrets that the window has sent: to search for where they must not be. */
  readonly secrets: readonly string[];
  /** What the mail program was opened with. */
  readonly mails: readonly string[];
  close(): Promise<void>;
};

/** A numeric address, unlike a real host's: when a spec intercepts a call and makes it itself, Node does, and Node cannot resolve `*.localhost`. */
const NAME = '127.0.0.1';
const SLOW_MS = Number(process.env['INTRAY_SLOW_ANSWERS_MS'] ?? 0);

/**
 * The built window behind the headless host's own door and policy, on a made-up engine. It replaces the engine only in visual stories: tests
 * on the real hosts show what the engine does.
 */
export async function windowHost(state: WindowState, door: WindowDoor | null = null): Promise<WindowHost> {
  const changes = createChanges();
  const ring = (): void => changes.ring();
  const secrets: string[] = [];
  const mails: string[] = [];
  const sessions = storySessions(() => state.overview.now, state.browsers ?? []);
  const files = windowFiles(nodeFiles(), `${import.meta.dirname}/../../../dist/window`);
  let port = door?.port ?? 0;
  const router = storyRouter({ state, changes, ring, secrets, mails });
  const app = hostApp({ router, windowFiles: files, sessions, at: () => ({ name: NAME, port }), log: recordingLog() });
  const answer = async (request: Request): Promise<Response> => {
    // As over a slow line: shows what a page or a test assumes before the answer is there (CONTRIBUTING.md).
    if (SLOW_MS > 0 && new URL(request.url).pathname.startsWith('/rpc/')) await pause(Math.random() * SLOW_MS);
    return app.fetch(request);
  };
  const served = door === null ? await serve(answer, { port: 0, drainMs: 100 }) : door.open(answer);
  port = served.port;
  const close = (): Promise<void> => {
    sessions.close();
    return served.close();
  };
  return { state, ring, secrets, mails, sessions, address: () => windowUrl({ name: NAME, port }, sessions.issueToken()), close };
}

function storyRouter(story: Story) {
  const { state, ring } = story;
  const api = implement(appContract);
  return api.router({
    info: api.info.handler(() => state.info),
    overview: api.overview.handler(() => shownOverview(state)),
    changes: api.changes.handler(({ signal }) => story.changes.revisions(signal)),
    lookAgain: api.lookAgain.handler(() => {
      story.state.looks = (story.state.looks ?? 0) + 1;
      return { looked: true as const };
    }),
    items: itemAnswers(story),
    windowUploads: windowUploadAnswers(story),
    register: { make: api.register.make.handler(({ input, signal }) => storyRegister(state, input, signal)) },
    companies: companyAnswers(story),
    invitations: invitationAnswers(story),
    folders: { ...folderAnswers(story), ...mappingAnswers(story) },
    diagnostics: diagnosticAnswers(story),
    recovery: recoveryAnswers(story),
    secrets: {
      view: api.secrets.view.handler(() => ({ 'proxy-password': false, 'client-secret': false })),
      keep: api.secrets.keep.handler(({ input }) => ({
        ok: true as const,
        value: { 'proxy-password': false, 'client-secret': false, [input.name]: input.secret !== null },
      })),
    },
    updates: {
      view: api.updates.view.handler(() => state.updates ?? { kind: 'not-here' as const }),
      installNow: api.updates.installNow.handler(() => {
        if (state.updates?.kind !== 'ready') return { started: false };
        state.updates = { ...state.updates, asked: true };
        return { started: true };
      }),
    },
    installation: { change: api.installation.change.handler(({ input }) => storyInstallation(story, input)) },
    settings: {
      get: api.settings.get.handler(() => state.settings),
      change: api.settings.change.handler(({ input }) => {
        state.settings = changedSettings(state.settings, input);
        ring();
        return state.settings;
      }),
    },
  });
}

function shownOverview({ overview, items }: WindowState): Overview {
  const { folders } = overview;
  return { ...overview, bulkArrivals: bulkArrivalsOf(items, folders), sentBefore: sentBeforeGroupsOf(items, folders) };
}

/**
 * As the engine answers: if there are companies, each secret is required again. Every secret is right except `wrong`, and those of an empty
 * story.
 */
function storyInstallation({ state, ring }: Story, { relayUrl, service, secrets, startOver }: CheckedInstallationChange) {
  const { companies } = state.overview;
  const companyIds = companies.filter(
    ({ integrationId }) => !secrets.some((one) => one.integrationId === integrationId && one.secret !== 'wrong'),
  );
  if (!startOver && companyIds.length > 0)
    return fail({ kind: 'secrets-wanted' as const, companyIds: companyIds.map(({ id }) => id), clientSecret: false });
  if (startOver) state.overview = { ...state.overview, companies: [] };
  state.settings = changedSettings(state.settings, { relayUrl, service });
  ring();
  return ok(state.settings);
}

function recoveryAnswers({ state, ring }: Story) {
  const api = implement(appContract).recovery;
  return {
    seen: api.seen.handler(() => {
      state.overview = { ...state.overview, recovery: null };
      ring();
      return { seen: true as const };
    }),
  };
}

function itemAnswers({ state, ring, mails }: Story) {
  const api = implement(appContract).items;
  return {
    list: api.list.handler(({ input }) => pageOf(state.items, input)),
    groups: api.groups.handler(({ input }) => ({ groups: [...groupsOf(state.items, input)] })),
    counts: api.counts.handler(({ input }) => countOf(state.items, input)),
    ids: api.ids.handler(({ input }) => ({ itemIds: idsOf(state.items, input) })),
    chosen: api.chosen.handler(({ input }) => chosenView(state.items, input)),
    get: api.get.handler(({ input }) => {
      const item = state.items.find(({ id }) => id === input.itemId);
      return item === undefined
        ? fail({ kind: 'not-found' })
        : ok({
            item,
            places: item.parts === undefined && isSeen(item) ? placesOf(item) : [],
            ...joinedLinks(state.items, item),
            replacedBy: replacedByOf(state.items, item),
            earlier: earlierOf(item),
            sentAt: sentAtOf(item),
            folderNote: folderNoteOf(state, item),
            folderId: folderOf(item, state.overview.folders),
            ...(isCorrected(state, item) ? { columnsCorrected: true as const } : {}),
            otherType: state.otherTypeOf?.(item) ?? null,
          });
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
    ...documentAnswers({ state, ring, mails }),
    ...entriesAnswers({ state, ring }),
    ...conversionAnswers({ state, ring }),
    ...bulkArrivalAnswers({ state, ring }),
    ...userAnswers({ state, ring }),
    ...settledAnswers({ state, ring }),
    ...askingAnswers({ state, ring }),
    reveal: api.reveal.handler(() => ({ available: state.info.host === 'electron' })),
  };
}

function askingAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  const happen = (itemIds: readonly string[], change: (item: Item) => Item, by: 1 | -1): number => {
    const before = state.items;
    state.items = before.map((item) => (itemIds.includes(item.id) ? change(item) : item));
    const count = state.items.filter((item, at) => item !== before[at]).length;
    const { counts } = state.overview;
    state.overview = { ...state.overview, counts: { ...counts, noAnswer: counts.noAnswer + by * count } };
    ring();
    return count;
  };
  const { now } = state.overview;
  return {
    asked: api.asked.handler(({ input }) => ({ asked: happen(input.itemIds, (item) => askedAbout(item, now), -1) })),
    notAsked: api.notAsked.handler(({ input }) => ({
      notAsked: happen(input.itemIds, (item) => advance(item, { kind: 'not-asked' }, now).item, 1),
    })),
  };
}

function userAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  const happen = (itemIds: readonly string[], happening: Happening): number => {
    const before = state.items;
    state.items = before.map((item) => (itemIds.includes(item.id) ? advance(item, happening, state.overview.now).item : item));
    const count = (kind: ItemStateKind) => state.items.filter((item) => item.state.kind === kind).length;
    const { counts } = state.overview;
    state.overview = { ...state.overview, counts: { ...counts, held: count('held'), unfit: count('unfit'), aside: count('aside') } };
    ring();
    return state.items.filter((item, at) => item !== before[at]).length;
  };
  return {
    putAside: api.putAside.handler(({ input }) => ({ aside: happen(input.itemIds, { kind: 'put-aside' }) })),
    putBack: api.putBack.handler(({ input }) => ({ held: happen(input.itemIds, { kind: 'put-back' }) })),
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

function bulkArrivalAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  return {
    bulkArrival: api.bulkArrival.handler(({ input }) => bulkArrivalOf(state.items, input)),
    answerBulkArrival: api.answerBulkArrival.handler(({ input }) => {
      const said = answerBulkArrival(state, input, input.answer);
      ring();
      return said;
    }),
    takeBackBulkAnswer: api.takeBackBulkAnswer.handler(({ input }) => {
      const held = takeBackBulkAnswer(state, input);
      ring();
      return { held };
    }),
    answerSentBefore: api.answerSentBefore.handler(({ input }) => {
      const done = answerSentBefore(state, input);
      ring();
      return done;
    }),
    decideType: api.decideType.handler(({ input }) => {
      const decided = decideType(state, input.itemId, input.as);
      ring();
      return decided;
    }),
  };
}
