import type { ClientContext } from '@orpc/client';
import type { StandardLinkOptions } from '@orpc/client/standard';
import { RequestValidationPlugin, ResponseValidationPlugin } from '@orpc/contract/plugins';
import { z } from 'zod';
import { appContract } from '#shared/app-api/app-contract.ts';
import { browsersContract } from '#shared/app-api/browsers-contract.ts';
import { ASSET_FOLDERS, FRAME_FAULTS, SIDE_MAX } from '../preview/frame-messages.ts';

// Must precede the first validation: zod would compile its checks with `new Function`, which our content security policy forbids.
z.config({ jitless: true });

/*
 * All that the window parses with a schema is parsed by one of these. They come after the first page (build/schemas-apart.ts), so a part of the
 * window that imports them must itself be loaded later.
 */
export { installationChangeSchema } from '#shared/app-api/installation.ts';
export { settingsChangeSchema } from '#shared/app-api/settings.ts';
export { companySchema, contactSchema, userEmailOf } from '#shared/domain/company.ts';
export { entriesMisfitSchema } from '#shared/domain/item/entries-schemas.ts';
export { sentBeforeAnswerSchema, sentBeforeRuleSchema } from '#shared/domain/item/sent-before/sent-before.ts';
export { entriesMappingSchema } from '#shared/entries/mapping.ts';

/** What a link does around each call: both messages are validated on this side too, since in a browser the engine is another program. */
type Around = NonNullable<StandardLinkOptions<ClientContext>['interceptors']>[number];

export const validated = { app: around(appContract), browsers: around(browsersContract) } satisfies Record<string, Around>;

function around(contract: typeof appContract | typeof browsersContract): Around {
  const options: StandardLinkOptions<ClientContext> = {};
  new RequestValidationPlugin(contract).init(options);
  new ResponseValidationPlugin(contract).init(options);
  const interceptors = options.interceptors ?? [];
  return (call) =>
    interceptors.reduceRight<() => Promise<unknown>>(
      (next, one) => () => one({ ...call, next }),
      () => call.next(),
    )();
}

/** Id of a drawing: the window's own description of what it asked for. */
const drawingId = z.string().max(200);
const side = z.number().min(1).max(SIDE_MAX);
/** Nobody pages further than this. */
const PAGES_MAX = 100_000;

/** Messages from the drawing page. They are parsed before use, because a hostile file may control that page. */
export const frameTellSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), pages: z.number().int().min(1).max(PAGES_MAX) }),
  z.object({ kind: z.literal('drawn'), id: drawingId, width: side, height: side, factor: z.number().positive() }),
  z.object({ kind: z.literal('undrawn'), id: drawingId }),
  z.object({ kind: z.literal('want'), id: z.number().int(), folder: z.enum(ASSET_FOLDERS), name: z.string().max(100) }),
  z.object({ kind: z.literal('fault'), fault: z.enum(FRAME_FAULTS) }),
]);
export type FrameTell = z.infer<typeof frameTellSchema>;
