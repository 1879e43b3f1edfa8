import { oc } from '@orpc/contract';
import { z } from 'zod';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { notFoundSchema, resultSchema } from './faults.ts';

/** The path at which the headless host serves this contract. */
export const BROWSERS_PATH = '/browsers';

/** Known browsers, by the name that they report; all others are "a browser". */
const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari'] as const;
const SYSTEMS = ['Windows', 'macOS', 'Linux', 'ChromeOS', 'Android', 'iOS'] as const;

export const browserIdSchema = z.string().regex(/^[0-9a-f]{12}$/, 'is no id of "browsers"');

/** A tab that is signed in to the headless host. Its id grants no access. */
const signedInSchema = z.object({
  id: browserIdSchema,
  browser: z.enum(BROWSERS).nullable(),
  system: z.enum(SYSTEMS).nullable(),
  signedInAt: wallMsSchema,
  usedAt: wallMsSchema,
  /** Whether it is the caller; never true for the command line. */
  own: z.boolean(),
  /** The address that its user gave, for the files that this tab hands over (C52). */
  userEmail: z.string().nullable(),
});
export type SignedIn = Readonly<z.infer<typeof signedInSchema>>;

/** Kept as long as the tab is signed in; like the profile's, one that cannot be sent blocks nothing. */
const given = z.object({ userEmail: z.string().trim().max(254).nullable() });

const ended = z.object({ ended: z.number().int().nonnegative() });

/**
 * Calls of the headless host itself, not of the engine: the desktop app does not have them. Whoever may call `appContract` may call
 * these.
 */
export const browsersContract = {
  /** The caller first, then the others by sign-in time, newest first. */
  list: oc.output(z.object({ browsers: z.array(signedInSchema) })),
  /** The caller's address. The command line has none. */
  giveAddress: oc.input(given).output(given),
  /** Signs one out at once; it may be the caller. */
  end: oc.input(z.object({ id: browserIdSchema })).output(resultSchema(ended, notFoundSchema)),
  /** Signs out all but the caller; sign-in addresses that were not opened yet become invalid. */
  endOthers: oc.output(ended),
  /** Signs out all, the caller included. */
  endAll: oc.output(ended),
};
