import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Delivery } from './create-delivery.ts';
import { itemBytes } from './item-bytes.ts';
import { previewPieces } from './read-entries.ts';

type Answering = Pick<
  Delivery,
  | 'sendAgain'
  | 'sendAllTheSame'
  | 'bytesOf'
  | 'entryLinesOf'
  | 'entriesPreviewOf'
  | 'allowEntries'
  | 'convert'
  | 'join'
  | 'undoJoin'
  | 'conversionBytesOf'
  | 'shownBytesOf'
  | 'sendConversion'
>;

/** The calls about single documents that delivery answers. */
export function deliveryHandlers(delivery: Answering) {
  const pieces = itemBytes((itemId, stop) => delivery.bytesOf(itemId, stop));
  const piecesOfLines = itemBytes((itemId) => delivery.entryLinesOf(itemId));
  const piecesOfPreview = previewPieces((of) => delivery.entriesPreviewOf(of));
  const piecesOfConversion = itemBytes((itemId) => delivery.conversionBytesOf(itemId));
  const piecesToShow = itemBytes((itemId, stop) => delivery.shownBytesOf(itemId, stop));
  return {
    sendAgain: async ({ itemIds }) => {
      const { sent, missing } = await delivery.sendAgain(itemIds);
      return { sent: [...sent], missing: [...missing] };
    },
    sendAllTheSame: async ({ itemId }) => ({ became: await delivery.sendAllTheSame(itemId) }),
    bytes: ({ itemId }, stop) => pieces(itemId, stop),
    entryLines: ({ itemId }, stop) => piecesOfLines(itemId, stop),
    entriesPreview: (of, stop) => piecesOfPreview(of, stop),
    allowEntries: async (agreed) => ({ became: await delivery.allowEntries(agreed) }),
    convert: (of, stop) => delivery.convert(of, stop),
    join: ({ itemIds }, stop) => delivery.join(itemIds, stop),
    undoJoin: async ({ itemId }) => ({ undone: await delivery.undoJoin(itemId) }),
    conversionBytes: ({ itemId }, stop) => piecesOfConversion(itemId, stop),
    shownBytes: ({ itemId }, stop) => piecesToShow(itemId, stop),
    sendConversion: async (agreed) => ({ became: await delivery.sendConversion(agreed) }),
  } satisfies Partial<AppHandlers['items']>;
}
