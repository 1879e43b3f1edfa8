import type { AppHandlers } from '#shared/app-api/handlers.ts';
import { type BytesFault, type BytesPiece, PIECE_BYTES } from '#shared/app-api/preview.ts';
import type { ItemDetail } from '#shared/app-api/views.ts';
import type { ProofKey, ProofStore } from '#electron/results/store.ts';
import { Semaphore } from '#shared/async/semaphore.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Language } from '#shared/i18n/language.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { compactJws } from '#shared/service-client/compact-jws.ts';
import { joseVerifierOf } from '#shared/service-client/jose-verifier.ts';
import { type ProofBytes, proofRecord } from './proof-record.ts';
import { proofName, proofZip } from './proof-text.ts';

export type ProofHandlersDeps = Pick<World, 'clock' | 'files'> & {
  readonly store: ProofStore;
  readonly detail: (itemId: ItemId) => ItemDetail | null;
  /** Also of a company that was removed. */
  readonly companyName: (companyId: CompanyId) => string;
  readonly service: () => ServiceProfile | null;
  readonly language: () => Language;
  readonly version: string;
  /** The bytes of the user's file, if a file still has them; one that is too large to be sent is to be closed. */
  readonly bytesOf: (itemId: ItemId) => Promise<Result<Uint8Array | { readonly close: () => Promise<void> }, BytesFault>>;
  /** What was sent in place of the file; null if it can no longer be had. */
  readonly versionOf: (itemId: ItemId) => Promise<Uint8Array | null>;
  /** Null where there is no dialog that asks where to. */
  readonly saveFile: ((name: string) => Promise<string | null>) | null;
};

/** One file that shows to others what was sent, when, and what the service signed about it (docs/proof). */
export function proofHandlers(deps: ProofHandlersDeps) {
  // Each holds the document, perhaps two versions of it, and the whole file.
  const one = new Semaphore(1);
  const make = async (itemId: ItemId, stop?: Stop): Promise<Result<Uint8Array, 'not-found' | 'busy'>> => {
    const release = await one.acquire(stop ?? new AbortController().signal);
    if (release === null) return fail('busy');
    try {
      return await makeProof(itemId, deps);
    } finally {
      release();
    }
  };
  return {
    proof: async function* pieces({ itemId }: { readonly itemId: ItemId }, stop?: Stop): AsyncGenerator<BytesPiece, void, void> {
      const made = await make(itemId, stop);
      if (!made.ok) {
        yield { kind: 'fault', fault: made.failure };
        return;
      }
      const bytes = Buffer.from(made.value.buffer, made.value.byteOffset, made.value.byteLength);
      yield { kind: 'begin', bytes: bytes.length };
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        if (stop?.aborted === true) return;
        yield { kind: 'piece', base64: bytes.subarray(at, at + PIECE_BYTES).toString('base64') };
      }
    },
    saveProof: async ({ itemId }: { readonly itemId: ItemId }) => {
      const detail = deps.detail(itemId);
      const path = detail === null || deps.saveFile === null ? null : await deps.saveFile(proofName(detail.item, deps.language()));
      if (path === null) return { kept: false, code: null };
      const made = await make(itemId);
      if (!made.ok) return { kept: false, code: made.failure };
      const written = await deps.files.writeDurably(path, made.value);
      return written.ok ? { kept: true, code: null } : { kept: false, code: written.failure.code };
    },
  } satisfies Partial<AppHandlers['items']>;
}

async function makeProof(itemId: ItemId, deps: ProofHandlersDeps): Promise<Result<Uint8Array, 'not-found'>> {
  const detail = deps.detail(itemId);
  if (detail === null || !isProvable(detail)) return fail('not-found');
  const { item } = detail;
  const made = proofRecord({
    detail,
    company: deps.companyName(item.companyId),
    program: `Intray ${deps.version}`,
    service: deps.service(),
    sendings: deps.store.sendings(itemId),
    webhooks: await readWebhooks(detail, deps.store),
    file: await readFile(item, deps),
    version: await readVersion(item, deps),
    at: deps.clock.wallMs(),
  });
  return ok(proofZip(made));
}

/** Without a reference nothing of it has left, and the service has said nothing of it. One that is sent again has none at first. */
function isProvable({ item, earlier }: ItemDetail): boolean {
  return item.reference !== null || earlier.length > 0;
}

/** Each event with the key that its signature is by: of several keys of one name, only that one verifies it. */
async function readWebhooks({ item, earlier }: ItemDetail, store: ProofStore) {
  const documentId = 'documentId' in item.state ? item.state.documentId : null;
  const events = [
    ...store.events(item.id, [...earlier, { documentId, reference: item.reference }]),
    ...[...earlier.map((one) => one.documentId), documentId].flatMap((number) => (number === null ? [] : store.unproven(number))),
  ];
  return Promise.all(events.map(async (event) => ({ event, key: event.isVerified ? await findKey(event.jwt, store) : null })));
}

async function findKey(jwt: string, store: ProofStore): Promise<ProofKey | null> {
  const jws = compactJws(jwt);
  if (!jws.ok) return null;
  for (const key of store.keys(jws.value.kid)) {
    const verify = await joseVerifierOf(key.jwk);
    if (verify !== null && (await verify(jwt))) return key;
  }
  return null;
}

/** A document that was joined has no file of its own. */
async function readFile({ id, sha256, parts }: Item, { bytesOf }: ProofHandlersDeps): Promise<ProofBytes> {
  if (sha256 === null) return { missing: 'never-seen' };
  if (parts !== undefined) return { missing: 'joined' };
  const found = await bytesOf(id);
  if (!found.ok) return { missing: found.failure };
  if (found.value instanceof Uint8Array) return { bytes: found.value };
  await found.value.close();
  return { missing: 'too-large' };
}

async function readVersion({ id, conversion }: Item, deps: ProofHandlersDeps): Promise<ProofBytes> {
  const bytes = conversion === undefined ? null : await deps.versionOf(id);
  return bytes === null ? { missing: 'not-kept' } : { bytes };
}
