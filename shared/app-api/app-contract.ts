import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { integrationIdSchema } from '../contract/ids.ts';
import { importTypeSchema } from '../contract/import-types.ts';
import { ALL_THE_SAME } from '../domain/item/all-the-same.ts';
import { TYPE_ANSWERS } from '../domain/type-decision.ts';
import { COMPANY_COLOURS, companyChangeSchema, companySchema } from '../domain/company.ts';
import { existingFilesSchema, folderSchema, settleMsSchema } from '../domain/folder/folder.ts';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { diagnosticsSchema, reportKeptSchema, TRIED, tryFaultSchema } from './diagnostics.ts';
import { computersFaultSchema, connectFaultSchema, folderFaultSchema, noteFaultSchema, notFoundSchema, resultSchema } from './faults.ts';
import {
  beginWindowUploadSchema,
  handedOverSchema,
  sampleFaultSchema,
  windowUploadFaultSchema,
  windowUploadIdSchema,
  windowUploadPieceSchema,
} from './window-upload.ts';
import {
  bulkArrivalAnswerSchema,
  bulkArrivalViewSchema,
  folderChangeSchema,
  folderPlaceSchema,
  suggestedFoldersSchema,
} from './folder-places.ts';
import { chosenSchema, groupsQuerySchema, itemFilterSchema, ITEMS_MAX, listQuerySchema, stretchSchema } from './list/item-filter.ts';
import { expectedCalls } from './list/expected.ts';
import { monthFiguresSchema, monthSpanSchema, registerOfSchema, registerStepSchema } from './list/register.ts';
import { itemSchema } from '../domain/item/item.ts';
import { noteSchema } from '../domain/item/note.ts';
import { AS_IT_IS } from '../domain/folder/unfinished.ts';
import { unprovenSchema } from '../domain/results/unproven-schemas.ts';
import { conversionCalls } from './conversion.ts';
import { entriesCalls, mappingCalls } from './entries.ts';
import { bytesPieceSchema } from './preview.ts';
import { sentBeforeCalls } from './sent-before.ts';
import { installationChangeSchema, installationFaultSchema } from './installation.ts';
import { invitationCalls } from './invitation/invitation-views.ts';
import { keepSecretSchema, secretFaultSchema, secretsViewSchema } from './secrets.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';
import { updatesViewSchema } from './updates.ts';
import { shareCalls } from './write-mail.ts';
import {
  appInfoSchema,
  chosenViewSchema,
  filterCountsSchema,
  folderListingSchema,
  itemDetailSchema,
  itemGroupSchema,
  itemPageSchema,
  overviewSchema,
  computersViewSchema,
  removalViewSchema,
  typeDecidedSchema,
} from './views.ts';

/** The longest path that any system accepts, and the longest name of a host. */
const [PATH_MAX, HOST_MAX] = [32_767, 255];

/** A folder on the engine's machine. `knownHost`: another computer that may hold it, because the user confirmed to know it. */
const place = { path: z.string().min(1).max(PATH_MAX), knownHost: z.string().max(HOST_MAX).optional() };

const credentials = {
  integrationId: z.string().trim().pipe(integrationIdSchema),
  /** Input only: no answer of this contract carries a secret. */
  integrationSecret: z.string().trim().min(1).max(500),
};

/** The most spans of time that documents are counted by at once: two years of months. */
const SPANS_MAX = 24;

/** Which of the held documents are meant; without any member, all that wait for such an answer. `folderId`: as in `overview.bulkArrivals`. */
const bulkArrivalOf = {
  companyId: companyIdSchema.optional(),
  importType: importTypeSchema.optional(),
  folderId: folderIdSchema.nullable().optional(),
};

/** All calls that window and command line can make to the engine; every message is validated on both sides; by a window once it has loaded the schemas. */
export const appContract = {
  info: oc.output(appInfoSchema),
  overview: oc.output(overviewSchema),
  /** A doorbell: "look again", coalesced. The first message comes at once. */
  changes: oc.output(eventIterator(z.object({ revision: z.number() }))),
  /** Retries now what waits for its next try, and looks at everything: folders, keychain, connections, the relay. */
  lookAgain: oc.output(z.object({ looked: z.literal(true) })),
  items: {
    list: oc.input(listQuerySchema).output(itemPageSchema),
    /** The headings of the whole list in its order, with how many documents are below each: days or states, and none by name. */
    groups: oc.input(groupsQuerySchema).output(z.object({ groups: z.array(itemGroupSchema) })),
    /** Counts for the filters that the list offers. */
    counts: oc.input(itemFilterSchema).output(filterCountsSchema),
    /** The ids of a range of the list, such as from one marked row to another. */
    ids: oc.input(stretchSchema).output(z.object({ itemIds: z.array(itemIdSchema) })),
    /** What a user can do with the chosen documents. */
    chosen: oc.input(chosenSchema).output(chosenViewSchema),
    get: oc.input(z.object({ itemId: itemIdSchema })).output(resultSchema(itemDetailSchema, notFoundSchema)),
    /** What waits for one general answer because it existed before or arrived all at once; `since`: only files written then or later. */
    bulkArrival: oc
      .input(z.object({ ...bulkArrivalOf, since: wallMsSchema.optional(), starts: z.array(wallMsSchema).max(SPANS_MAX).optional() }))
      .output(bulkArrivalViewSchema),
    /** Gives that answer, for all of them at once. What is put aside is not sent until `allow`. `at`: the moment, for `takeBackBulkAnswer`. */
    answerBulkArrival: oc
      .input(z.object({ ...bulkArrivalOf, answer: bulkArrivalAnswerSchema }))
      .output(z.object({ sent: z.number(), aside: z.number(), at: wallMsSchema })),
    /** Asks again about exactly what the answer of that moment put aside. What it sent stays sent. */
    takeBackBulkAnswer: oc.input(z.object({ ...bulkArrivalOf, at: wallMsSchema })).output(z.object({ held: z.number() })),
    /** Releases what is held or was put aside: it is sent. `allowEntries` alone answers a question about entries, and `withoutEntries` one about missing ones. */
    allow: oc
      .input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX), withoutEntries: z.boolean().optional() }))
      .output(z.object({ allowed: z.number() })),
    /** Ignores held and unfit items: they are not sent, and need nobody, until `putBack`. */
    putAside: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ aside: z.number() })),
    /** Takes that back: they are held again, with the question that they had. */
    putBack: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ held: z.number() })),
    /** Answers "purchase or sale?" about both documents at once: what is not meant is put aside, unless it may have left. */
    decideType: oc.input(z.object({ itemId: itemIdSchema, as: z.enum(TYPE_ANSWERS) })).output(typeDecidedSchema),
    /** Sends refused documents again under a new number, and retries declined or unclear ones. `missing`: their file is gone, nothing was changed. */
    sendAgain: oc
      .input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) }))
      .output(z.object({ sent: z.array(itemIdSchema), missing: z.array(itemIdSchema) })),
    /** Sends an unfit document although its content is damaged, has no pages or is locked by a password: exactly the bytes found so, or nothing. */
    sendAllTheSame: oc.input(z.object({ itemId: itemIdSchema })).output(z.object({ became: z.enum(ALL_THE_SAME) })),
    ...conversionCalls,
    ...entriesCalls,
    ...sentBeforeCalls,
    ...shareCalls,
    /** The user has asked the accountant about these: they ask for nobody until the same time has passed again. */
    asked: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ asked: z.number() })),
    /** Undoes `asked`: they ask for somebody again. */
    notAsked: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ notAsked: z.number() })),
    /** The user has dealt with these refusals, in whatever way: they stay refused, and are no longer asked about. */
    resolve: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ resolved: z.number() })),
    /** Undoes `resolve`: they are asked about again. */
    unresolve: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ unresolved: z.number() })),
    /**
     * The user accepts what the relay says about these as their result, though nothing proves it (C37). `says` is what the user has read:
     * an answer that has changed since is left alone. Refusals are accepted one at a time.
     */
    takeUnproven: oc
      .input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX), says: unprovenSchema.shape.kind }))
      .output(z.object({ taken: z.number() })),
    /** Offers refusals that were accepted without proof for sending again, because the user wants it. */
    wantSendAgain: oc.input(z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) })).output(z.object({ wanted: z.number() })),
    /** A note to the accountant, sent with the document; empty removes it. Only before the first byte leaves. */
    note: oc.input(z.object({ itemId: itemIdSchema, text: noteSchema })).output(resultSchema(itemSchema, noteFaultSchema)),
    /** The exact bytes that were inspected: from where they are, else from our private copy. Whole, or one fault. */
    bytes: oc.input(z.object({ itemId: itemIdSchema })).output(eventIterator(bytesPieceSchema)),
    /** Opens the file in the computer's own viewer; `available: false` if there is none, or if no file is what its name says. */
    open: oc.input(z.object({ itemId: itemIdSchema })).output(z.object({ available: z.boolean() })),
    /** Shows the file in the computer's file manager; `available: false` where there is none (headless host). */
    reveal: oc.input(z.object({ itemId: itemIdSchema })).output(z.object({ available: z.boolean() })),
  },
  /** A file that a user drops onto the window, in pieces; copied into a watched folder once it is whole and fit. */
  windowUploads: {
    begin: oc
      .input(beginWindowUploadSchema)
      .output(resultSchema(z.object({ windowUploadId: windowUploadIdSchema }), windowUploadFaultSchema)),
    /** Returns how many bytes have arrived. */
    piece: oc.input(windowUploadPieceSchema).output(resultSchema(z.object({ bytes: z.number() }), windowUploadFaultSchema)),
    /** Inspects the whole file and copies it under a free name; nothing is written before that. */
    end: oc.input(z.object({ windowUploadId: windowUploadIdSchema })).output(resultSchema(handedOverSchema, windowUploadFaultSchema)),
    /** Puts a made-up document, marked as such, into the folder: only where the service is one to try things on. Each is new content. */
    sample: oc.input(z.object({ folderId: folderIdSchema })).output(resultSchema(handedOverSchema, sampleFaultSchema)),
    /** The user cancelled. */
    stop: oc.input(z.object({ windowUploadId: windowUploadIdSchema })).output(z.object({ stopped: z.literal(true) })),
  },
  /** The deposit register, produced step by step; a caller that stops reading cancels it. */
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
    /** What has become of each company's documents that were found in this span of time: one entry for each, in the order of the companies. */
    months: oc.input(monthSpanSchema).output(z.object({ months: z.array(monthFiguresSchema) })),
    ...expectedCalls,
    /** The computers that read its results from the relay, this one included. */
    computers: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(computersViewSchema, computersFaultSchema)),
    /** Stops one of them from reading results, within seconds; reconnecting there needs the company's secret. */
    sendAway: oc
      .input(z.object({ companyId: companyIdSchema, deviceId: z.guid() }))
      .output(resultSchema(computersViewSchema, computersFaultSchema)),
    /** Enrols this installation at the relay under a new identity, and proves its companies again: the cure for a copied profile. */
    newIdentity: oc.output(resultSchema(z.object({ renewed: z.literal(true) }), connectFaultSchema)),
    /** What `remove` would mean, to show before it is confirmed. */
    removal: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(removalViewSchema, notFoundSchema)),
    /**
     * Its folders are no longer watched, what waits is not sent, its secrets are deleted from the vault and this computer leaves its log at
     * the relay: now, or as soon as vault and relay are available. Files are not touched, the history stays, and `connect` with one of its
     * integrations resumes it. `forget`: the relay deletes the answers that it stores, for the company's other computers too.
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
          importType: importTypeSchema,
          ...place,
          settleMs: settleMsSchema.optional(),
          existing: existingFilesSchema.default('ask'),
          /** Default: yes, except for a folder that needs consent. */
          subfolders: z.boolean().optional(),
          /** The user has seen what is in a folder that needs consent (`needs-consent`), and wants it. */
          confirmed: z.boolean().optional(),
        }),
      )
      .output(resultSchema(folderSchema, folderFaultSchema)),
    /** What is not named stays as it is. */
    change: oc.input(folderChangeSchema.extend({ folderId: folderIdSchema })).output(resultSchema(folderSchema, notFoundSchema)),
    /** Stops watching it; files and history stay. */
    remove: oc.input(z.object({ folderId: folderIdSchema })).output(resultSchema(z.object({ removed: z.literal(true) }), notFoundSchema)),
    /** Another folder or disk is where this one was, and the user confirms that it is the right one; its files are asked about. */
    accept: oc.input(z.object({ folderId: folderIdSchema })).output(resultSchema(folderSchema, notFoundSchema)),
    /** Where a company's two folders could be, below the user's home; creates nothing. */
    suggest: oc.input(z.object({ companyId: companyIdSchema })).output(resultSchema(suggestedFoldersSchema, notFoundSchema)),
    /** Creates a folder below the user's home; an existing one is left as it is. */
    make: oc.input(z.object({ path: z.string().min(1) })).output(resultSchema(folderPlaceSchema, folderFaultSchema)),
    /** The contents of a folder that the user is about to choose. */
    look: oc.input(z.object(place)).output(resultSchema(folderPlaceSchema, folderFaultSchema)),
    /** Moves files that are next to the watched folders into this one, never over another file; `stay`: names of those that could not be moved. */
    takeMisplaced: oc
      .input(z.object({ path: z.string().min(1), folderId: folderIdSchema }))
      .output(resultSchema(z.object({ moved: z.number().int(), stay: z.array(z.string()) }), notFoundSchema)),
    /** Ignores the files of `overview.misplaced` that are in this folder now; others that come are told again. */
    ignoreMisplaced: oc
      .input(z.object({ path: z.string().min(1) }))
      .output(resultSchema(z.object({ ignored: z.number().int() }), notFoundSchema)),
    /** Takes that back; returns how many were ignored there. */
    askAboutMisplaced: oc.input(z.object({ path: z.string().min(1) })).output(z.object({ noLongerIgnored: z.number().int() })),
    /** Takes up a file of `overview.unfinished` as it is, incomplete; `not-found` if it is no longer one of them. */
    sendAsItIs: oc
      .input(z.object({ folderId: folderIdSchema, path: z.string().min(1) }))
      .output(resultSchema(z.object({ became: z.enum(AS_IT_IS) }), notFoundSchema)),
    /** Fetches and sends the files that `overview.unfinished` counts as only in the cloud; returns how many. */
    fetchFromCloud: oc
      .input(z.object({ folderId: folderIdSchema }))
      .output(resultSchema(z.object({ files: z.number().int().nonnegative() }), notFoundSchema)),
    ...mappingCalls,
    /** Shows it in the computer's file manager; `available: false` where there is none. */
    reveal: oc.input(z.object({ folderId: folderIdSchema })).output(z.object({ available: z.boolean() })),
    /** Opens the computer's own dialog; `available: false` where there is none: use `browse` instead. */
    choose: oc.output(
      z.discriminatedUnion('available', [
        z.object({ available: z.literal(true), path: z.string().nullable() }),
        z.object({ available: z.literal(false) }),
      ]),
    ),
    /** Folders on the engine's machine, one level; null starts at the user's home. */
    browse: oc.input(z.object({ ...place, path: place.path.nullable() })).output(resultSchema(folderListingSchema, folderFaultSchema)),
  },
  diagnostics: {
    view: oc.output(diagnosticsSchema),
    /** The same as a text that a user can forward: it contains no name, path, address or secret. */
    report: oc.output(z.object({ text: z.string() })),
    /** Asks the user where to save the report, and writes it there; without a dialog nothing is saved. A browser saves what `report` returns. */
    save: oc.output(reportKeptSchema),
    /** Makes a round trip now, by the configured route. */
    try: oc
      .input(z.object({ what: z.enum(TRIED) }))
      .output(resultSchema(z.object({ milliseconds: z.number().int().nonnegative() }), tryFaultSchema)),
  },
  /** The user has read what was done about a damaged journal; the overview stops showing it. */
  recovery: { seen: oc.output(z.object({ seen: z.literal(true) })) },
  /** Secrets of the installation, which are typed in and never read back. */
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
  /** Invitations, which end in one question: for which company, for whom, and where documents will be sent. */
  invitations: invitationCalls,
  installation: {
    /** A different place requires the secrets that would be sent there, or that all companies are removed (ADR-69). */
    change: oc.input(installationChangeSchema).output(resultSchema(settingsSchema, installationFaultSchema)),
  },
  settings: {
    get: oc.output(settingsSchema),
    change: oc.input(settingsChangeSchema).output(settingsSchema),
  },
};
