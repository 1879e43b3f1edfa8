import { readFileSync, writeFileSync } from 'node:fs';
import { implement } from '@orpc/server';
import { itemBytes } from '#electron/delivery/item-bytes.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { advance } from '#shared/domain/item/advance.ts';
import { cleanNote, mayNote } from '#shared/domain/item/note.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { plus, type WallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { openMail } from '#electron/desktop/open-mail.ts';
import { writeMail } from '#electron/engine/open-in-system.ts';
import type { Story, WindowState } from './window-state.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import type { ShownVersion } from '#electron/delivery/conversion/shown-version.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { removeFolder, scratchFolder } from '../folders.ts';

/** What a user does with one document. */
export function documentAnswers({ state, ring, mails }: Pick<Story, 'state' | 'ring' | 'mails'>) {
  const api = implement(appContract).items;
  const pieces = itemBytes(async (itemId) => bytesOf(state, itemId));
  const piecesToShow = itemBytes(async (itemId) => {
    const bytes = bytesOf(state, itemId);
    return bytes.ok ? shownByConverter(itemId, bytes.value) : bytes;
  });
  return {
    shownBytes: api.shownBytes.handler(({ input, signal }) => piecesToShow(input.itemId, signal)),
    bytes: api.bytes.handler(({ input, signal }) => pieces(input.itemId, signal)),
    entryLines: api.entryLines.handler(({ input, signal }) => pieces(input.itemId, signal)),
    // Any bytes will do: what is in a proof, the engine's own tests show.
    proof: api.proof.handler(({ input, signal }) => pieces(input.itemId, signal)),
    saveProof: api.saveProof.handler(() => ({ kept: true, code: null })),
    open: api.open.handler(() => ({ available: state.info.host === 'electron' })),
    writeMail: api.writeMail.handler(async ({ input }) => {
      const item = state.items.find(({ id }) => id === input.itemId) ?? null;
      const open = state.info.host === 'electron' ? openMail(async (href) => void mails.push(href)) : null;
      return { opened: await writeMail({ item, companies: state.overview.companies, open }, input) };
    }),
    note: api.note.handler(({ input }) => {
      const item = state.items.find(({ id }) => id === input.itemId);
      if (item === undefined) return fail({ kind: 'not-found' });
      if (!mayNote(item)) return fail({ kind: 'too-late' });
      const { comment: _, ...rest } = item;
      const text = cleanNote(input.text);
      const written = text === null ? rest : { ...rest, comment: text };
      const isAnswer = text !== null && item.state.kind === 'held' && item.state.question.kind === 'note';
      const noted = isAnswer ? advance(written, { kind: 'allowed' }, state.overview.now).item : written;
      state.items = state.items.map((one) => (one.id === item.id ? noted : one));
      ring();
      return ok(noted);
    }),
  };
}

/** One of the sample scans, chosen by what the document says it is. */
function bytesOf({ items, bytes }: WindowState, itemId: string): Result<Uint8Array, BytesFault> {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) return fail('not-found');
  if (bytes !== undefined) return bytes(item);
  const name = SCANS[item.mediaType ?? ''];
  return name === undefined ? fail('gone') : ok(readFileSync(`${import.meta.dirname}/../files/${name}`));
}

const SCANS: Readonly<Record<string, string>> = {
  'application/pdf': 'facture-trois-feuilles.pdf',
  'image/jpeg': 'ticket-de-parking.jpg',
  'image/png': 'note-de-restaurant.png',
  'image/bmp': 'recu-de-timbres.bmp',
};

/** The first byte leaves a moment before it is received. */
export function sentAtOf({ receivedAt, state }: Item): WallMs | null {
  if (state.kind === 'uploading') return state.startedAt;
  return receivedAt === null ? null : plus(receivedAt, -2_000);
}

const NEVER = new AbortController().signal;
const known = new Map<string, Promise<Result<ShownVersion, BytesFault>>>();

/** What a TIFF is looked at by: the real process that converts makes it, once for the same bytes. */
function shownByConverter(itemId: Item['id'], bytes: Uint8Array): Promise<Result<ShownVersion, BytesFault>> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const shown = known.get(sha256) ?? converted(itemId, bytes, sha256);
  known.set(sha256, shown);
  return shown;
}

async function converted(itemId: Item['id'], bytes: Uint8Array, sha256: string): Promise<Result<ShownVersion, BytesFault>> {
  const root = scratchFolder('shown');
  const [path, copy] = [join(root, 'scan.tiff'), join(root, 'copy')];
  writeFileSync(path, bytes);
  const file = new URL('../../../electron/conversion/process/main.ts', import.meta.url);
  const converter = forkedConverter({ clock: nodeClock(), log: { warn: () => undefined }, file });
  try {
    const of = { path, root, sha256, kind: 'tiff', password: null, copy: { path: copy, itemId } } as const;
    const made = await converter.convert(of, { progress: () => undefined, stop: NEVER });
    if (!made.ok)
      return fail(made.failure === 'too-many-pages' ? 'too-many-pages' : made.failure === 'too-many-pixels' ? 'too-large' : 'damaged');
    return ok({ bytes: new Uint8Array(readFileSync(copy)).subarray(COPY_HEADER_BYTES), mediaType: made.value.mediaType });
  } finally {
    converter.end();
    removeFolder(root);
  }
}
