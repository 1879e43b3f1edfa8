import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { integrationIdSchema } from '../contract/ids.ts';
import { invoiceTypeSchema } from '../contract/import-types.ts';
import { COMMENT_CHARACTERS_MAX } from '../contract/limits.ts';
import { ALL_THE_SAME } from '../domain/item/all-the-same.ts';
import { COMPANY_COLOURS, companySchema } from '../domain/company.ts';
import { existingFilesSchema, folderSchema, settleMsSchema } from '../domain/folder/folder.ts';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { diagnosticsSchema, reportKeptSchema, TRIED, tryFaultSchema } from './diagnostics.ts';
import { computersFaultSchema, connectFaultSchema, folderFaultSchema, noteFaultSchema, notFoundSchema } from './faults.ts';
import {
  beginWindowUploadSchema,
  handedOverSchema,
  windowUploadFaultSchema,
  windowUploadIdSchema,
  windowUploadPieceSchema,
} from './window-upload.ts';
import { folderChangeSchema } from './folder-change.ts';
import { CHOSEN_MAX, chosenSchema, itemFilterSchema } from './item-filter.ts';
import { folderPlaceSchema, suggestedFoldersSchema } from './folder-places.ts';
import { registerOfSchema, registerStepSchema } from './register.ts';
import { resultSchema } from './result-schema.ts';
import { itemSchema } from '../domain/item/item.ts';
import { AS_IT_IS } from '../domain/folder/unfinished.ts';
import { unprovenSchema } from '../domain/results/unproven-schemas.ts';
import { bytesPieceSchema } from './preview.ts';
import { installationChangeSchema, installationFaultSchema } from './installation.ts';
import { keepSecretSchema, secretFaultSchema, secretsViewSchema } from './secrets.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';
import { updatesViewSchema } from './updates.ts';
import { companyChangeSchema } from './company-change.ts';
import { mailOpenedSchema, writeMailSchema } from './write-mail.ts';
import {
  appInfoSchema,
  chosenViewSchema,
  filterCountsSchema,
  bulkArrivalAnswerSchema,
  bulkArrivalViewSchema,
  folderListingSchema,
  itemDetailSchema,
  itemPageSchema,
  overviewSchema,
  computersViewSchema,
  removalViewSchema,
  resultFiguresSchema,
} from './views.ts';

/** Rows of one page of the list. */
const ITEMS_MAX = 500;
const CURSOR_MAX = 20;
/** The longest that any system takes. */
const PATH_MAX = 32_767;
const HOST_MAX = 255;

/** A folder on this engine's machine. `knownHost`: the one other computer that it may lie on, which the person knows. */
const place = { path: z.string().min(1).max(PATH_MAX), knownHost: z.string().max(HOST_MAX).optional() };

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
  /** Tries again now what waits for its next try, and looks at everything: folders, keychain, connections, the relay. */
  lookAgain: oc.output(z.object({ looked: z.literal(true) })),
  items: {
    list: oc
      .input(
        itemFilterSchema.extend({
          after: z.string().max(CURSOR_MAX).optional(),
          upTo: z.string().max(CURSOR_MAX).optional(),
          offset: z.number().int().min(0).optional(),
          limit: z.number().int().min(1).max(ITEMS_MAX),
        }),
      )
      .output(itemPageSchema),
    /** For what the list may be narrowed to. */
    counts: oc.input(itemFilterSchema).output(filterCountsSchema),
    /** Of a stretch of the list, such as from one marked row to another. */
    ids: oc
      .input(
        z.object({
          filter: itemFilterSchema,
          upTo: z.string().max(CURSOR_MAX).optional(),
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(CHOSEN_MAX),
        }),
      )
      .output(z.object({ itemIds: z.array(itemIdSchema) })),
    /** What a person can do with what is chosen. */
    chosen: oc.input(chosenSchema).output(chosenViewSchema),
    get: oc.input(z.object({ itemId: itemIdSchema })).output(resultSchema(itemDetailSchema, notFoundSchema)),
    /** What waits for one general answer, because it was there before or came all at once; `since`: those alone whose file was written then or later. */
    bulkArrival: oc
      .input(z.object({ companyId: companyIdSchema.optional(), since: wallMsSchema.optional() }))
      .output(bulkArrivalViewSchema),
    /** That answer, for all of them at once. What is put aside is not sent until `allow` says otherwise. */
    answerBulkArrival: oc
      .input(z.object({ answer: bulkArrivalAnswerSchema, companyId: companyIdSchema.optional() }))
      .output(z.object({ sent: z.number(), aside: z.number() })),
    /** Lets held items go, and such as were put aside: they are sent. */
    allow: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ allowed: z.number() })),
    /** Leaves held ones as they are: not sent until `allow` says otherwise. What may have left before is only put aside when that is asked. */
    putAside: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ aside: z.number() })),
    /** Takes that back: they are held again, with the question that they had. */
    putBack: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ held: z.number() })),
    /**
     * Sends refused documents once more under a new number, and asks again with those that the service declined or did not
     * answer clearly. `missing`: their file is gone, so nothing was changed.
     */
    sendAgain: oc
      .input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) }))
      .output(z.object({ sent: z.array(itemIdSchema), missing: z.array(itemIdSchema) })),
    /** Has an unfit document sent whose content is damaged, without pages or locked by a password: the very bytes that were found so, or nothing. */
    sendAllTheSame: oc.input(z.object({ itemId: itemIdSchema })).output(z.object({ became: z.enum(ALL_THE_SAME) })),
    /** The person has asked the accountant about these: quiet until as much time has gone by again. */
    asked: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ asked: z.number() })),
    /** The person has dealt with these refusals, in whatever way: they are still refused, and asked about no more. */
    resolve: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ resolved: z.number() })),
    /** The person thinks better of it: asked about as before. */
    unresolve: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ unresolved: z.number() })),
    /**
     * The person takes what the relay says of these as their result, though nothing proves it (C37). `says` is what the person has read: one that
     * says something else by now is left. A refusal is taken one at a time.
     */
    takeUnproven: oc
      .input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX), says: unprovenSchema.shape.kind }))
      .output(z.object({ taken: z.number() })),
    /** The person wants these refusals, which were taken so, to be offered for sending again all the same. */
    wantSendAgain: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ wanted: z.number() })),
    /** A note to the accountant, sent with it; empty takes it away. Only before its first byte leaves. */
    note: oc
      .input(z.object({ itemId: itemIdSchema, text: z.string().max(COMMENT_CHARACTERS_MAX) }))
      .output(resultSchema(itemSchema, noteFaultSchema)),
    /** The very bytes of it, as they were looked at: from where they lie, else from our private copy. Whole, or one fault. */
    bytes: oc.input(z.object({ itemId: itemIdSchema })).output(eventIterator(bytesPieceSchema)),
    /** Opens the file in the computer's own viewer; `available: false` where there is none, or nothing to open that is what it says. */
    open: oc.input(z.object({ itemId: itemIdSchema })).output(z.object({ available: z.boolean() })),
    /** Opens the computer's file manager at the file; `available: false` where there is none (headless host). */
    reveal: oc.input(z.object({ itemId: itemIdSchema })).output(z.object({ available: z.boolean() })),
    /** Opens the computer's mail program with a message about it, to the company's contact if there is one; the person sends it. */
    writeMail: oc.input(writeMailSchema).output(z.object({ opened: mailOpenedSchema })),
  },
  /** A file that a person hands over in the window, in pieces; copied into a folder that is watched, once it is whole and fit. */
  windowUploads: {
    begin: oc
      .input(beginWindowUploadSchema)
      .output(resultSchema(z.object({ windowUploadId: windowUploadIdSchema }), windowUploadFaultSchema)),
    /** Answers with how many bytes are there. */
    piece: oc.input(windowUploadPieceSchema).output(resultSchema(z.object({ bytes: z.number() }), windowUploadFaultSchema)),
    end: oc.input(z.object({ windowUploadId: windowUploadIdSchema })).output(resultSchema(handedOverSchema, windowUploadFaultSchema)),
    stop: oc.input(z.object({ windowUploadId: windowUploadIdSchema })).output(z.object({ stopped: z.literal(true) })),
  },
  /** The deposit register, made step by step; whoever stops reading cancels it. */
  register: { make: oc.input(registerOfSchema).output(eventIterator(registerStepSchema)) },
  companies: {
    connect: oc
      .input(z.object({ name: z.string().trim().min(1).max(100), colour: z.enum(COMPANY_COLOURS).optional(), ...credentials }))
      .output(resultSchema(companySchema, connectFaultSchema)),
    reconnect: oc.input(z.object({ companyId: companyIdSchema, ...credentials })).output(resultSchema(companySchema, connectFaultSchema)),
    /** What it is called and shown by here, and whom to write to about it. */
    change: oc.input(companyChangeSchema).output(resultSchema(companySchema, notFoundSchema)),
    /** Asks the service now. */
    check: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(companySchema, notFoundSchema)),
    pause: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(companySchema, notFoundSchema)),
    resume: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(companySchema, notFoundSchema)),
    /** What became of its documents since then. */
    figures: oc
      .input(z.object({ companyId: companyIdSchema, since: wallMsSchema }))
      .output(resultSchema(resultFiguresSchema, notFoundSchema)),
    /** The computers that read its results from the relay, this one among them. */
    computers: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(computersViewSchema, computersFaultSchema)),
    /** One of them reads them no more, within seconds; connecting the company there again needs its secret. */
    sendAway: oc
      .input(z.object({ companyId: companyIdSchema, deviceId: z.guid() }))
      .output(resultSchema(computersViewSchema, computersFaultSchema)),
    /** This installation comes to the relay anew, under an identity of its own, and proves its companies again: the cure for a copied profile. */
    newIdentity: oc.output(resultSchema(z.object({ renewed: z.literal(true) }), connectFaultSchema)),
    /** What `remove` would mean, to be said before. */
    removal: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(removalViewSchema, notFoundSchema)),
    /**
     * Its folders are watched no more, what waits is not sent, its secrets leave the vault and this computer its log at the relay: now,
     * or as soon as vault and relay are there. Files are not touched, the history stays, and `connect` with one of its integrations takes it up again.
     * `forget`: the relay deletes the answers that it keeps, for the company's other computers too.
     */
    remove: oc
      .input(z.object({ companyId: companyIdSchema, forget: z.boolean().default(false) }))
      .output(resultSchema(removalViewSchema, notFoundSchema)),
  },
  folders: {
    add: oc
      .input(
        z.object({
          companyId: companyIdSchema,
          importType: invoiceTypeSchema,
          ...place,
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
    /** Where a company's two folders could lie, below the person's home; nothing is made by asking. */
    suggest: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(suggestedFoldersSchema, notFoundSchema)),
    /** Makes a folder below the person's home; one that is there is left as it is. */
    make: oc.input(z.object({ path: z.string().min(1) })).output(resultSchema(folderPlaceSchema, folderFaultSchema)),
    /** What lies in a folder that the person is about to choose. */
    look: oc.input(z.object(place)).output(resultSchema(folderPlaceSchema, folderFaultSchema)),
    /** Moves what lies beside the watched folders into this one, never over another file; `stay` are the names of what could not be moved. */
    takeMisplaced: oc
      .input(z.object({ path: z.string().min(1), folderId: folderIdSchema }))
      .output(resultSchema(z.object({ moved: z.number().int(), stay: z.array(z.string()) }), notFoundSchema)),
    /** Takes up a file of `overview.unfinished` without its end; `not-found` when it is no longer one of them. */
    sendAsItIs: oc
      .input(z.object({ folderId: folderIdSchema, path: z.string().min(1) }))
      .output(resultSchema(z.object({ became: z.enum(AS_IT_IS) }), notFoundSchema)),
    /** Fetches and sends what `overview.unfinished` counts as in the cloud only; how many files those are. */
    fetchFromCloud: oc
      .input(z.object({ folderId: folderIdSchema }))
      .output(resultSchema(z.object({ files: z.number().int().nonnegative() }), notFoundSchema)),
    /** Opens the computer's file manager at it; `available: false` where there is none. */
    reveal: oc.input(z.object({ folderId: folderIdSchema })).output(z.object({ available: z.boolean() })),
    /** The computer's own dialog; `available: false` where there is none, then `browse` serves. */
    choose: oc.output(
      z.discriminatedUnion('available', [
        z.object({ available: z.literal(true), path: z.string().nullable() }),
        z.object({ available: z.literal(false) }),
      ]),
    ),
    /** Folders on the engine's machine, one level; null begins at the person's home. */
    browse: oc.input(z.object({ ...place, path: place.path.nullable() })).output(resultSchema(folderListingSchema, folderFaultSchema)),
  },
  diagnostics: {
    view: oc.output(diagnosticsSchema),
    /** The same as a text that a person can send on: no name, path, address or secret is in it. */
    report: oc.output(z.object({ text: z.string() })),
    /** Asks the person where to, and writes it there; nothing is kept by a host that cannot ask. A browser saves what `report` gives. */
    save: oc.output(reportKeptSchema),
    /** Makes a round trip now, by the way that is set. */
    try: oc
      .input(z.object({ what: z.enum(TRIED) }))
      .output(resultSchema(z.object({ milliseconds: z.number().int().nonnegative() }), tryFaultSchema)),
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
  /** Newer versions of Intray itself. */
  updates: {
    view: oc.output(updatesViewSchema),
    /** Restarts as the newer version, once nothing is being sent; `started: false` where none is ready. */
    installNow: oc.output(z.object({ started: z.boolean() })),
  },
  installation: {
    /** Another place than before wants the secrets that would be sent there, or all companies removed (ADR-40). */
    change: oc.input(installationChangeSchema).output(resultSchema(settingsSchema, installationFaultSchema)),
  },
  settings: {
    get: oc.output(settingsSchema),
    change: oc.input(settingsChangeSchema).output(settingsSchema),
  },
};
