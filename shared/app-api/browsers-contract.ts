import { oc } from '@orpc/contract';
import { z } from 'zod';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { notFoundSchema } from './faults.ts';
import { resultSchema } from './result-schema.ts';

/** Where the headless host answers it. */
export const BROWSERS_PATH = '/browsers';

/** What a browser calls itself, as far as it is known here; everything else is "a browser". */
const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari'] as const;
const SYSTEMS = ['Windows', 'macOS', 'Linux', 'ChromeOS', 'Android', 'iOS'] as const;

export const browserIdSchema = z.string().regex(/^[0-9a-f]{12}$/, 'is no id of "browsers"');

/** A tab that is signed in to the headless host. Its id opens nothing. */
const signedInSchema = z.object({
  id: browserIdSchema,
  browser: z.enum(BROWSERS).nullable(),
  system: z.enum(SYSTEMS).nullable(),
  signedInAt: wallMsSchema,
  usedAt: wallMsSchema,
  /** Whether it is the one that asks; never of the command line. */
  own: z.boolean(),
});
export type SignedIn = Readonly<z.infer<typeof signedInSchema>>;

const ended = z.object({ ended: z.number().int().nonnegative() });

/**
 * Of the headless host itself and not of the engine: the desktop app has no such thing. Asked beside the calls of `appContract`, by whoever
 * may make those.
 */
export const browsersContract = {
  /** The one that asks first, then by when they signed in, the newest first. */
  list: oc.output(z.object({ browsers: z.array(signedInSchema) })),
  /** Signs one out, at once; the one that asks too. */
  end: oc.input(z.object({ id: browserIdSchema })).output(resultSchema(ended, notFoundSchema)),
  /** All but the one that asks; addresses that nobody has opened yet open nothing any more. */
  endOthers: oc.output(ended),
  /** The same for all of them. */
  endAll: oc.output(ended),
};
