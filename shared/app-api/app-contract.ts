import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { integrationIdSchema } from '../contract/ids.ts';
import { invoiceTypeSchema } from '../contract/import-types.ts';
import { COMPANY_COLOURS, companySchema } from '../domain/company.ts';
import { existingFilesSchema, folderSchema, settleMsSchema } from '../domain/folder.ts';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { connectFaultSchema, folderFaultSchema, notFoundSchema } from './faults.ts';
import { folderChangeSchema } from './folder-change.ts';
import { resultSchema } from './result-schema.ts';
import { keepSecretSchema, secretFaultSchema, secretsViewSchema } from './secrets.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';
import {
  appInfoSchema,
  floodAnswerSchema,
  floodViewSchema,
  folderListingSchema,
  itemDetailSchema,
  itemPageSchema,
  overviewSchema,
  removalViewSchema,
} from './views.ts';

const STATE_KINDS = ['held', 'aside', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'] as const;
/** Rows of one page of the list. */
const ITEMS_MAX = 500;

const credentials = {
  integrationId: z.string().trim().pipe(integrationIdSchema),
  /** Goes in, never out: no answer of this contract carries a secret. */
  integrationSecret: z.string().trim().min(1).max(500),
};

/** All that the window and the command line can ask of the engine; every message is checked on both sides. */
export const appContract = {
  info: oc.output(appInfoSchema),
  overview: oc.output(overviewSchema),
  /** A doorbell: "look again", coalesced. The first comes at once. */
  changes: oc.output(eventIterator(z.object({ revision: z.number() }))),
  items: {
    list: oc
      .input(
        z.object({
          companyId: companyIdSchema.optional(),
          states: z.array(z.enum(STATE_KINDS)).optional(),
          /** Beside `states`: those to which no answer came and which ask for a person. */
          asking: z.boolean().optional(),
          after: z.string().optional(),
          limit: z.number().int().min(1).max(ITEMS_MAX),
        }),
      )
      .output(itemPageSchema),
    get: oc.input(z.object({ itemId: itemIdSchema })).output(resultSchema(itemDetailSchema, notFoundSchema)),
    /** What waits for one general answer, because it was there before or came all at once. */
    flood: oc.input(z.object({ companyId: companyIdSchema.optional() })).output(floodViewSchema),
    /** That answer, for all of them at once. What is put aside is not sent until `allow` says otherwise. */
    answerFlood: oc
      .input(z.object({ answer: floodAnswerSchema, companyId: companyIdSchema.optional() }))
      .output(z.object({ sent: z.number(), aside: z.number() })),
    /** Lets held items go, and such as were put aside: they are sent. */
    allow: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ allowed: z.number() })),
    /** Leaves held ones as they are: not sent until `allow` says otherwise. What may have left before is only put aside when that is asked. */
    putAside: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ aside: z.number() })),
    /**
     * Sends refused documents once more under a new number, and asks again with those that the service declined or did not
     * answer clearly. `missing`: their file is gone, so nothing was changed.
     */
    sendAgain: oc
      .input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) }))
      .output(z.object({ sent: z.array(itemIdSchema), missing: z.array(itemIdSchema) })),
    /** The person has asked the accountant about these: quiet until as much time has gone by again. */
    asked: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ asked: z.number() })),
    /** Opens the computer's file manager at the file; `available: false` where there is none (headless host). */
    reveal: oc.input(z.object({ itemId: itemIdSchema })).output(z.object({ available: z.boolean() })),
  },
  companies: {
    connect: oc
      .input(z.object({ name: z.string().trim().min(1).max(100), colour: z.enum(COMPANY_COLOURS).optional(), ...credentials }))
      .output(resultSchema(companySchema, connectFaultSchema)),
    reconnect: oc.input(z.object({ companyId: companyIdSchema, ...credentials })).output(resultSchema(companySchema, connectFaultSchema)),
    /** What it is called and shown by here; what is not named stays. */
    change: oc
      .input(
        z.object({
          companyId: companyIdSchema,
          name: z.string().trim().min(1).max(100).optional(),
          colour: z.enum(COMPANY_COLOURS).optional(),
        }),
      )
      .output(resultSchema(companySchema, notFoundSchema)),
    /** Asks the service now. */
    check: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(companySchema, notFoundSchema)),
    pause: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(companySchema, notFoundSchema)),
    resume: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(companySchema, notFoundSchema)),
    /** What `remove` would mean, to be said before. */
    removal: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(removalViewSchema, notFoundSchema)),
    /**
     * Its folders are watched no more, what waits is not sent, its secrets leave the vault and this computer its log at the relay: now,
     * or as soon as vault and relay are there. Files are not touched, the history stays, and `connect` with one of its integrations takes it up again.
     */
    remove: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(removalViewSchema, notFoundSchema)),
  },
  folders: {
    add: oc
      .input(
        z.object({
          companyId: companyIdSchema,
          importType: invoiceTypeSchema,
          path: z.string().min(1),
          settleMs: settleMsSchema.optional(),
          existing: existingFilesSchema.default('ask'),
          subfolders: z.boolean().optional(),
        }),
      )
      .output(resultSchema(folderSchema, folderFaultSchema)),
    /** What is not named stays as it is. */
    change: oc.input(folderChangeSchema.extend({ folderId: folderIdSchema })).output(resultSchema(folderSchema, notFoundSchema)),
    /** Stops watching; files and history stay. */
    remove: oc.input(z.object({ folderId: folderIdSchema })).output(resultSchema(z.object({ removed: z.literal(true) }), notFoundSchema)),
    /** Another folder or disk lies where this one was, and the person says that it is the right one; its files are asked about. */
    accept: oc.input(z.object({ folderId: folderIdSchema })).output(resultSchema(folderSchema, notFoundSchema)),
    /** The computer's own dialog; `available: false` where there is none, then `browse` serves. */
    choose: oc.output(
      z.discriminatedUnion('available', [
        z.object({ available: z.literal(true), path: z.string().nullable() }),
        z.object({ available: z.literal(false) }),
      ]),
    ),
    /** Folders on the engine's machine, one level; null begins at the person's home. */
    browse: oc.input(z.object({ path: z.string().nullable() })).output(resultSchema(folderListingSchema, folderFaultSchema)),
  },
  recovery: {
    /** A person has read what was done about a damaged journal; the overview speaks of it no more. */
    seen: oc.output(z.object({ seen: z.literal(true) })),
  },
  /** Of the installation: what is typed in and never read back. */
  secrets: {
    view: oc.output(secretsViewSchema),
    keep: oc.input(keepSecretSchema).output(resultSchema(secretsViewSchema, secretFaultSchema)),
  },
  settings: {
    get: oc.output(settingsSchema),
    change: oc.input(settingsChangeSchema).output(settingsSchema),
  },
};
