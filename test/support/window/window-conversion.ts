import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { implement } from '@orpc/server';
import { itemBytes } from '#electron/delivery/item-bytes.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { ConversionNews } from '#shared/app-api/conversion.ts';
import type { Conversion, ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { convertedKindOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Story, WindowState } from './window-state.ts';

/** Versions that are ready to be sent: a scan of several pages becomes a PDF, a photo a JPEG. */
export function conversionAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  const found = (itemId: string) => state.items.find(({ id }) => id === itemId);
  const pieces = itemBytes(async (itemId) => {
    const item = found(itemId);
    const kind = item === undefined ? null : convertedKindOf(item);
    return kind === null ? fail('not-found') : ok(bytesOf(kind));
  });
  return {
    convert: api.convert.handler(({ input, signal }) => {
      const item = found(input.itemId);
      const isClosed = item?.state.kind === 'unfit' && item.state.problem.kind === 'password' && input.password !== PDF_PASSWORD;
      return isClosed ? closed() : news(state, item, signal);
    }),
    conversionBytes: api.conversionBytes.handler(({ input, signal }) => pieces(input.itemId, signal)),
    sendConversion: api.sendConversion.handler(({ input }) => {
      const became = state.sendConversion ?? 'sent';
      const item = found(input.itemId);
      const kind = item === undefined ? null : convertedKindOf(item);
      if (item === undefined || kind === null) return { became: 'not-offered' as const };
      if (became !== 'sent') return { became };
      const conversion = conversionOf(kind);
      if (conversion.sha256 !== input.sha256) return { became: 'lost' as const };
      state.items = state.items.map((one) => (one === item ? sent(item, conversion, state) : one));
      ring();
      return { became };
    }),
  };
}

async function* closed(): AsyncGenerator<ConversionNews, void, void> {
  yield { kind: 'fault', fault: 'password-wrong' };
}

async function* news(state: WindowState, item: Item | undefined, signal: Stop | undefined): AsyncGenerator<ConversionNews, void, void> {
  const kind = item === undefined ? null : convertedKindOf(item);
  if (kind === null) {
    yield { kind: 'fault', fault: 'not-offered' };
  } else if (state.conversion === 'slow') {
    yield { kind: 'page', page: 3, pages: 12 };
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    state.conversionsStopped = (state.conversionsStopped ?? 0) + 1;
  } else if (state.conversion !== undefined) {
    yield { kind: 'fault', fault: state.conversion };
  } else {
    yield { kind: 'page', page: 1, pages: versionOf(kind).pages };
    yield { kind: 'made', conversion: conversionOf(kind) };
  }
}

function sent(item: Item, conversion: Conversion, { overview }: WindowState): Item {
  const sentName = item.name.replace(/\.[^.]+$/, conversion.mediaType === 'application/pdf' ? '.pdf' : '.jpg');
  const { now } = overview;
  return { ...item, conversion, sentName, state: { kind: 'waiting', dueAt: now, last: null }, stateSince: now };
}

/** Opens the protected PDFs. */
export const PDF_PASSWORD = 'Été 2026';

const PDF = { file: 'facture-trois-feuilles.pdf', mediaType: 'application/pdf', pages: 3 } as const;
const JPEG = { file: 'ticket-de-parking.jpg', mediaType: 'image/jpeg', pages: 1 } as const;

function versionOf(kind: ConvertedKind): typeof PDF | typeof JPEG {
  return kind === 'tiff' || kind === 'pdf' ? PDF : JPEG;
}

function bytesOf(kind: ConvertedKind): Uint8Array {
  return readFileSync(`${import.meta.dirname}/../files/${versionOf(kind).file}`);
}

/** What comes of a file of this kind. */
export function conversionOf(kind: ConvertedKind): Conversion {
  const bytes = bytesOf(kind);
  const { mediaType, pages } = versionOf(kind);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, bytes: bytes.length, mediaType, pages, from: kind, tools: 'made up 1' };
}
