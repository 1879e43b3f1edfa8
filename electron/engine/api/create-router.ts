import { implement, ORPCError } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import { SETTLE_MS_DEFAULT } from '#shared/domain/folder/folder.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EngineRouter } from '../engine.ts';
import { type CleanPlaces, cleanPlaces } from './clean-places.ts';
import { lookAt, makePlace, suggestFolders } from './folder-places.ts';
import { browse, checkFolder } from './folder-rules.ts';
import { openable } from './openable.ts';
import { itemBytes } from './item-bytes.ts';
import type { ApiParts } from './parts.ts';
import { writeMail } from './write-mail.ts';

const api = implement(appContract);

/** shared/app-api on top of the engine; every input and output is checked by the contract. */
export function createRouter(parts: ApiParts): EngineRouter {
  return api.router({
    info: api.info.handler(() => parts.info()),
    overview: api.overview.handler(() => parts.overview()),
    changes: api.changes.handler(({ signal }) => parts.changes.revisions(signal)),
    lookAgain: api.lookAgain.handler(() => {
      parts.lookAgain();
      return { looked: true as const };
    }),
    items: itemHandlers(parts),
    windowUploads: windowUploadHandlers(parts),
    register: { make: api.register.make.handler(({ input, signal }) => parts.register(input, signal)) },
    companies: companyHandlers(parts),
    folders: folderHandlers(parts),
    diagnostics: {
      view: api.diagnostics.view.handler(() => parts.diagnostics.view()),
      report: api.diagnostics.report.handler(async () => ({ text: await parts.diagnostics.report() })),
      save: api.diagnostics.save.handler(() => parts.diagnostics.save()),
      try: api.diagnostics.try.handler(({ input }) => parts.diagnostics.tryOut(input.what)),
    },
    recovery: {
      seen: api.recovery.seen.handler(() => {
        parts.recoverySeen();
        return { seen: true as const };
      }),
    },
    secrets: {
      view: api.secrets.view.handler(() => parts.secrets.view()),
      keep: api.secrets.keep.handler(({ input }) => parts.secrets.keep(input.name, input.secret)),
    },
    updates: {
      view: api.updates.view.handler(() => parts.updates?.view() ?? { kind: 'not-here' as const }),
      installNow: api.updates.installNow.handler(() => ({ started: parts.updates?.installNow() ?? false })),
    },
    installation: { change: api.installation.change.handler(({ input }) => parts.installation.change(input)) },
    settings: {
      get: api.settings.get.handler(() => parts.settings.get()),
      change: api.settings.change.handler(async ({ input }) => {
        const changed = await parts.settings.change(input);
        if (changed.ok) return changed.value;
        throw new ORPCError('PRECONDITION_FAILED', { message: 'The vault cannot be opened now, so the proxy was not changed.' });
      }),
    },
  });
}

function itemHandlers({ items, companies, reveal, open, writeMail: openMail }: ApiParts) {
  const pieces = itemBytes(items.bytes);
  return {
    list: api.items.list.handler(({ input }) => items.page(input)),
    counts: api.items.counts.handler(({ input }) => items.countOf(input)),
    ids: api.items.ids.handler(({ input }) => ({ itemIds: [...items.idsOf(input)] })),
    chosen: api.items.chosen.handler(({ input }) => items.chosen(input)),
    get: api.items.get.handler(({ input }) => foundOrNot(items.detail(input.itemId))),
    allow: api.items.allow.handler(({ input }) => ({ allowed: items.allow(input.itemIds) })),
    bulkArrival: api.items.bulkArrival.handler(({ input }) => items.bulkArrival(input)),
    answerBulkArrival: api.items.answerBulkArrival.handler(({ input }) => items.answerBulkArrival(input)),
    putAside: api.items.putAside.handler(({ input }) => ({ aside: items.putAside(input.itemIds) })),
    putBack: api.items.putBack.handler(({ input }) => ({ held: items.putBack(input.itemIds) })),
    sendAgain: api.items.sendAgain.handler(async ({ input }) => {
      const { sent, missing } = await items.sendAgain(input.itemIds);
      return { sent: [...sent], missing: [...missing] };
    }),
    sendAllTheSame: api.items.sendAllTheSame.handler(async ({ input }) => ({ became: await items.sendAllTheSame(input.itemId) })),
    asked: api.items.asked.handler(({ input }) => ({ asked: items.asked(input.itemIds) })),
    resolve: api.items.resolve.handler(({ input }) => ({ resolved: items.resolve(input.itemIds) })),
    unresolve: api.items.unresolve.handler(({ input }) => ({ unresolved: items.unresolve(input.itemIds) })),
    takeUnproven: api.items.takeUnproven.handler(({ input }) => ({ taken: items.takeUnproven(input.itemIds, input.says) })),
    wantSendAgain: api.items.wantSendAgain.handler(({ input }) => ({ wanted: items.wantSendAgain(input.itemIds) })),
    note: api.items.note.handler(({ input }) => items.note(input.itemId, input.text)),
    bytes: api.items.bytes.handler(({ input, signal }) => pieces(input.itemId, signal)),
    open: api.items.open.handler(({ input }) => {
      const detail = items.detail(input.itemId);
      const place = detail === null ? undefined : openable(detail);
      if (open === null || place === undefined) return { available: false };
      open(place.path);
      return { available: true };
    }),
    reveal: api.items.reveal.handler(({ input }) => {
      const place = items.detail(input.itemId)?.places.find(({ present }) => present);
      if (reveal === null || place === undefined) return { available: false };
      reveal(place.path);
      return { available: true };
    }),
    writeMail: api.items.writeMail.handler(async ({ input }) => {
      const item = items.detail(input.itemId)?.item ?? null;
      return { opened: await writeMail({ item, companies: companies.companies(), open: openMail }, input) };
    }),
  };
}

function windowUploadHandlers({ windowUploads }: ApiParts) {
  return {
    begin: api.windowUploads.begin.handler(({ input }) => windowUploads.begin(input)),
    piece: api.windowUploads.piece.handler(({ input }) => windowUploads.piece(input.windowUploadId, input.base64)),
    end: api.windowUploads.end.handler(({ input }) => windowUploads.end(input.windowUploadId)),
    stop: api.windowUploads.stop.handler(({ input }) => {
      windowUploads.stop(input.windowUploadId);
      return { stopped: true as const };
    }),
  };
}

function companyHandlers({ companies }: ApiParts) {
  return {
    connect: api.companies.connect.handler(({ input }) => companies.connect({ ...input, colour: input.colour ?? null })),
    reconnect: api.companies.reconnect.handler(({ input: { companyId, ...credentials } }) => companies.reconnect(companyId, credentials)),
    check: api.companies.check.handler(({ input }) => companies.check(input.companyId)),
    change: api.companies.change.handler(({ input: { companyId, ...change } }) => companies.change(companyId, change)),
    pause: api.companies.pause.handler(({ input }) => companies.pause(input.companyId)),
    resume: api.companies.resume.handler(({ input }) => companies.resume(input.companyId)),
    figures: api.companies.figures.handler(({ input }) => companies.figures(input.companyId, input.since)),
    computers: api.companies.computers.handler(({ input }) => companies.computers(input.companyId)),
    newIdentity: api.companies.newIdentity.handler(() => companies.newIdentity()),
    sendAway: api.companies.sendAway.handler(({ input }) => companies.sendAway(input.companyId, input.deviceId)),
    removal: api.companies.removal.handler(({ input }) => companies.removal(input.companyId)),
    remove: api.companies.remove.handler(({ input }) => companies.remove(input.companyId, { forget: input.forget })),
  };
}

function folderHandlers(parts: ApiParts) {
  const { files, folders, companies, profile, reveal } = parts;
  const places = cleanPlaces(parts);
  return {
    ...placeHandlers(parts, places),
    takeMisplaced: api.folders.takeMisplaced.handler(async ({ input }) => {
      const taken = await folders.takeMisplaced(input.path, input.folderId);
      return foundOrNot(taken === null ? null : { moved: taken.moved, stay: [...taken.stay] });
    }),
    sendAsItIs: api.folders.sendAsItIs.handler(async ({ input }) => {
      const became = await folders.sendAsItIs(input.folderId, input.path);
      return foundOrNot(became === null ? null : { became });
    }),
    fetchFromCloud: api.folders.fetchFromCloud.handler(({ input }) => {
      const count = folders.fetchFromCloud(input.folderId);
      return foundOrNot(count === null ? null : { files: count });
    }),
    reveal: api.folders.reveal.handler(({ input }) => {
      const folder = folders.folders().find(({ id }) => id === input.folderId);
      if (reveal === null || folder === undefined) return { available: false };
      reveal(folder.path);
      return { available: true };
    }),
    add: api.folders.add.handler(async ({ input: { knownHost, ...input } }) => {
      if (!companies.companies().some((company) => company.id === input.companyId)) return fail({ kind: 'no-such-company' });
      const clean = places.clean(input.path, knownHost);
      if (!clean.ok) return clean;
      const path = await checkFolder(clean.value, { files, watched: () => folders.folders(), profile });
      if (!path.ok) return path;
      return ok(folders.add({ ...input, path: path.value, settleMs: input.settleMs ?? SETTLE_MS_DEFAULT }));
    }),
    change: api.folders.change.handler(({ input: { folderId, ...change } }) => foundOrNot(folders.change(folderId, change))),
    remove: api.folders.remove.handler(({ input }) => foundOrNot(folders.remove(input.folderId) ? { removed: true as const } : null)),
    accept: api.folders.accept.handler(({ input }) => foundOrNot(folders.accept(input.folderId))),
  };
}

/** What a person goes through before a folder is watched; they name places, so each is looked at by its text first. */
function placeHandlers(parts: ApiParts, places: CleanPlaces) {
  const { files, companies, home, chooseFolder } = parts;
  return {
    suggest: api.folders.suggest.handler(async ({ input }) => {
      const company = companies.companies().find(({ id }) => id === input.companyId);
      return company === undefined ? fail({ kind: 'not-found' }) : ok(await suggestFolders(parts, company));
    }),
    make: api.folders.make.handler(async ({ input }) => {
      const path = places.clean(input.path);
      return path.ok ? makePlace(parts, path.value) : fail({ kind: 'denied' });
    }),
    look: api.folders.look.handler(async ({ input }) => {
      const path = places.clean(input.path, input.knownHost);
      return path.ok ? lookAt(parts, path.value) : path;
    }),
    choose: api.folders.choose.handler(async () => {
      if (chooseFolder === null) return { available: false as const };
      const path = await chooseFolder();
      if (path !== null) places.chose(path);
      return { available: true as const, path };
    }),
    browse: api.folders.browse.handler(async ({ input }) => {
      const path = places.clean(input.path ?? home, input.knownHost);
      return path.ok ? browse(files, path.value, places.above(path.value)) : path;
    }),
  };
}

function foundOrNot<T>(value: T | null): Result<T, { readonly kind: 'not-found' }> {
  return value === null ? fail({ kind: 'not-found' }) : ok(value);
}
