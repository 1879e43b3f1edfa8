import { implement } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import { SETTLE_MS_DEFAULT } from '#shared/domain/folder.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { AppRouter } from '../app-shape.ts';
import { browse, checkFolder } from './folder-rules.ts';
import type { ApiParts } from './parts.ts';

const api = implement(appContract);

/** shared/app-api on top of the engine; every input and output is checked by the contract. */
export function createRouter(parts: ApiParts): AppRouter {
  return api.router({
    info: api.info.handler(() => parts.info),
    overview: api.overview.handler(() => parts.overview()),
    changes: api.changes.handler(({ signal }) => parts.changes.revisions(signal)),
    items: itemHandlers(parts),
    companies: companyHandlers(parts),
    folders: folderHandlers(parts),
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
    settings: {
      get: api.settings.get.handler(() => parts.settings.get()),
      change: api.settings.change.handler(({ input }) => parts.settings.change(input)),
    },
  });
}

function itemHandlers({ items, reveal }: ApiParts) {
  return {
    list: api.items.list.handler(({ input }) => items.page(input)),
    get: api.items.get.handler(({ input }) => foundOrNot(items.detail(input.itemId))),
    allow: api.items.allow.handler(({ input }) => ({ allowed: items.allow(input.itemIds) })),
    flood: api.items.flood.handler(({ input }) => items.flood(input)),
    answerFlood: api.items.answerFlood.handler(({ input }) => items.answerFlood(input)),
    putAside: api.items.putAside.handler(({ input }) => ({ aside: items.putAside(input.itemIds) })),
    sendAgain: api.items.sendAgain.handler(async ({ input }) => {
      const { sent, missing } = await items.sendAgain(input.itemIds);
      return { sent: [...sent], missing: [...missing] };
    }),
    asked: api.items.asked.handler(({ input }) => ({ asked: items.asked(input.itemIds) })),
    reveal: api.items.reveal.handler(({ input }) => {
      const place = items.detail(input.itemId)?.places.find(({ present }) => present);
      if (reveal === null || place === undefined) return { available: false };
      reveal(place.path);
      return { available: true };
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
    removal: api.companies.removal.handler(({ input }) => companies.removal(input.companyId)),
    remove: api.companies.remove.handler(({ input }) => companies.remove(input.companyId)),
  };
}

function folderHandlers({ files, folders, companies, home, profile, chooseFolder }: ApiParts) {
  return {
    add: api.folders.add.handler(async ({ input }) => {
      if (!companies.companies().some((company) => company.id === input.companyId)) return fail({ kind: 'no-such-company' });
      const path = await checkFolder(input.path, { files, watched: () => folders.folders(), profile });
      if (!path.ok) return path;
      return ok(folders.add({ ...input, path: path.value, settleMs: input.settleMs ?? SETTLE_MS_DEFAULT }));
    }),
    change: api.folders.change.handler(({ input: { folderId, ...change } }) => foundOrNot(folders.change(folderId, change))),
    remove: api.folders.remove.handler(({ input }) => foundOrNot(folders.remove(input.folderId) ? { removed: true as const } : null)),
    accept: api.folders.accept.handler(({ input }) => foundOrNot(folders.accept(input.folderId))),
    choose: api.folders.choose.handler(async () =>
      chooseFolder === null ? { available: false as const } : { available: true as const, path: await chooseFolder() },
    ),
    browse: api.folders.browse.handler(({ input }) => browse(files, input.path ?? home)),
  };
}

function foundOrNot<T>(value: T | null): Result<T, { readonly kind: 'not-found' }> {
  return value === null ? fail({ kind: 'not-found' }) : ok(value);
}
