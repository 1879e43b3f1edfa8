import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Delivery } from './create-delivery.ts';
import { itemBytes } from './item-bytes.ts';

/** The calls about single documents that delivery answers. */
export function deliveryHandlers(delivery: Pick<Delivery, 'sendAgain' | 'sendAllTheSame' | 'bytesOf'>) {
  const pieces = itemBytes((itemId) => delivery.bytesOf(itemId));
  return {
    sendAgain: async ({ itemIds }) => {
      const { sent, missing } = await delivery.sendAgain(itemIds);
      return { sent: [...sent], missing: [...missing] };
    },
    sendAllTheSame: async ({ itemId }) => ({ became: await delivery.sendAllTheSame(itemId) }),
    bytes: ({ itemId }, stop) => pieces(itemId, stop),
  } satisfies Partial<AppHandlers['items']>;
}
