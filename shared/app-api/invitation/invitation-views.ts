import { z } from 'zod';
import { integrationIdSchema } from '../../contract/ids.ts';
import { COMPANY_COLOURS, companySchema } from '../../domain/company.ts';
import { INVITATION_TEXT_MAX, LINK_CHARACTERS_MAX, type ServiceHosts } from '../../domain/invitation/invitation.ts';
import { wallMsSchema } from '../../domain/wall-ms-schema.ts';
import { CONNECT_FAULTS, RELAY_CALL_FAULTS, resultSchema } from '../faults.ts';
import { oc } from '@orpc/contract';

/** A host's name with its port, as the user types it. */
const HOST_MAX = 300;
/** Digits of the number that is told by another channel. */
const NUMBER = /^[0-9]{8}$/;

/**
 * Whose relay an invitation leads to. `own`: the one of this profile · `pinned`: one that this build of Intray knows · `other`: neither, so the
 * user has to type its domain.
 */
export const INVITATION_RELAYS = ['own', 'pinned', 'other'] as const;

/**
 * Why a text cannot be opened as an invitation. `none`, `damaged`, `several`, `too-long`: as `findInvitation` says · `loopback`, `address`: as
 * `hostFault` says · `other-relay`: this profile has companies, and their relay is another one, which an invitation never changes.
 */
export const READ_INVITATION_FAULTS = ['none', 'damaged', 'several', 'too-long', 'loopback', 'address', 'other-relay'] as const;
export type ReadInvitationFault = { readonly kind: (typeof READ_INVITATION_FAULTS)[number] };

const readInvitationFaultSchema = z.object({ kind: z.enum(READ_INVITATION_FAULTS) });

/** What the text alone says; nobody was asked. */
const readInvitationSchema = z.object({
  link: z.string(),
  /** `HOST` or `HOST:PORT` of the relay, in lower-case ASCII (punycode). */
  relayHost: z.string(),
  relay: z.enum(INVITATION_RELAYS),
});
export type ReadInvitation = Readonly<z.infer<typeof readInvitationSchema>>;

const link = z.string().max(LINK_CHARACTERS_MAX);
/** `relayHost`: as the user typed it; needed where `relay` is `other`. */
const openInvitationSchema = z.object({ link, relayHost: z.string().max(HOST_MAX).optional() });

const label = z.string().nullable();

/** Who runs a relay, in its own words. The logo was checked: it is a picture of a bounded size and nothing else. */
export const partnerViewSchema = z.object({
  name: z.string(),
  logo: z.object({ mediaType: z.enum(['image/png', 'image/jpeg']), base64: z.string() }).nullable(),
});
export type PartnerView = Readonly<z.infer<typeof partnerViewSchema>>;

/** The question that every invitation ends in, in the relay's own words. */
const openViewSchema = z.object({
  state: z.literal('open'),
  /** Names this question to `accept`; forgotten when Intray ends. */
  invitationId: z.guid(),
  integrationId: integrationIdSchema,
  /** Null: the relay does not tell. */
  company: label,
  accountant: label,
  relayHost: z.string(),
  /** Null: the relay does not tell. */
  partner: partnerViewSchema.nullable(),
  serviceHosts: z.object({ documents: z.string(), signIn: z.string(), keys: z.string() }) satisfies z.ZodType<ServiceHosts>,
  /** Whether the relay gives out the secret, for the number that was told by another channel. */
  hasSecret: z.boolean(),
  /** The name of the company that is connected by this integration already. */
  connectedAs: label,
  /** A company of this name is in the list; whether it is the same one, only the user can say. */
  isKnownName: z.boolean(),
  /** This computer has claimed it, and the company is not connected yet: `secret` if its secret is here, else it is typed in or asked for again. */
  begun: z.enum(['secret', 'claimed']).nullable(),
});
export type OpenInvitationView = Readonly<z.infer<typeof openViewSchema>>;

export const INVITATION_ENDS = ['expired', 'withdrawn', 'too-many-wrong-numbers', 'undone'] as const;
/**
 * Who used it. `here`: this computer, by the key of a claim that it made itself · `namesake`: a computer that gives this one's name, which nothing
 * here confirms · `other`: any other one.
 */
export const INVITATION_USERS = ['here', 'namesake', 'other'] as const;
/** `by`: what the computer that used it calls itself. */
const spentViewSchema = z.object({ state: z.literal('spent'), at: wallMsSchema, by: z.string(), who: z.enum(INVITATION_USERS) });
const endedViewSchema = z.object({ state: z.literal('ended'), why: z.enum(INVITATION_ENDS), at: wallMsSchema });
const overViewSchema = z.discriminatedUnion('state', [spentViewSchema, endedViewSchema]);
export type OverInvitationView = Readonly<z.infer<typeof overViewSchema>>;

const invitationViewSchema = z.discriminatedUnion('state', [openViewSchema, spentViewSchema, endedViewSchema]);
export type InvitationView = Readonly<z.infer<typeof invitationViewSchema>>;

/**
 * Why the relay could not be asked about it. `relay-not-confirmed`: what the user typed is not the relay's domain · `unknown`: the relay has no
 * such invitation · `unsafe-service`: it names a service that is not reached by https, or has no name · `other-service`: this profile has
 * companies, and their service is another one, which an invitation never changes.
 */
export const LOOK_FAULTS = [
  ...READ_INVITATION_FAULTS,
  'relay-not-confirmed',
  'unknown',
  'unsafe-service',
  'other-service',
  ...RELAY_CALL_FAULTS,
] as const;
const lookFaultSchema = z.object({ kind: z.enum(LOOK_FAULTS), againAt: wallMsSchema.optional() });
export type LookFault = Readonly<z.infer<typeof lookFaultSchema>>;

/** The user's yes. The company is called `name` here. Number and secret are input only: no answer of this contract carries them. */
const acceptInvitationSchema = z.object({
  invitationId: z.guid(),
  name: z.string().trim().min(1).max(100),
  colour: z.enum(COMPANY_COLOURS).optional(),
  number: z
    .string()
    .transform((typed) => typed.replaceAll(/[\s.-]/g, ''))
    .pipe(z.string().regex(NUMBER))
    .optional(),
  integrationSecret: z.string().trim().min(1).max(500).optional(),
});
export type AcceptInvitation = Readonly<z.infer<typeof acceptInvitationSchema>>;

/**
 * Why the company is not connected. `look-again`: Intray was started anew, or the relay has other things to say now · `over`: it was used or ended
 * meanwhile · `wrong-number`, of which `left` tries are left · `number-needed`, `secret-needed`: it was not given · `own-credentials-kept`: this
 * profile has a client secret of its own, which would be sent to the new service · `unreadable`: the code does not open what the relay gave out.
 * The others: as when a company is connected by hand. `isKept`: the invitation was claimed, and this computer can go on with it.
 */
const acceptFaultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('over'), over: overViewSchema }),
  z.object({ kind: z.literal('wrong-number'), left: z.number().int().nonnegative() }),
  z.object({
    kind: z.enum([
      ...CONNECT_FAULTS,
      'look-again',
      'unknown',
      'number-needed',
      'secret-needed',
      'own-credentials-kept',
      'unreadable',
      'other-relay',
      'other-service',
    ]),
    isKept: z.boolean(),
    againAt: wallMsSchema.optional(),
  }),
]);
export type AcceptFault = Readonly<z.infer<typeof acceptFaultSchema>>;

/** Why it was not undone. `not-used`: it is open, so there is nothing to undo · `over`: it has ended otherwise. */
const undoFaultSchema = z.union([
  lookFaultSchema,
  z.object({ kind: z.literal('not-used') }),
  z.object({ kind: z.literal('over'), over: overViewSchema }),
]);
export type UndoFault = Readonly<z.infer<typeof undoFaultSchema>>;

/** `secretGivenOut`: whoever used it has the secret, which has to be renewed at the service. */
const undoneInvitationSchema = z.object({ secretGivenOut: z.boolean() });

/** Claimed by this computer, and not connected yet. */
const begunInvitationSchema = z.object({
  link: z.string(),
  relayHost: z.string(),
  company: label,
  claimedAt: wallMsSchema,
});

/**
 * Why the file of an invitation was not read. `too-large`: it has more bytes than an invitation · `not-a-file`: a folder, a link or a device ·
 * `on-a-share`: it is on another computer, which is not contacted · `unreadable`: it is gone, or not this user's.
 */
export const INVITATION_FILE_FAULTS = ['too-large', 'not-a-file', 'on-a-share', 'unreadable'] as const;
export type InvitationFileFault = (typeof INVITATION_FILE_FAULTS)[number];

/** `id`: tells two arrivals of the same text apart. */
const arrivedInvitationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), id: z.number().int(), text: z.string() }),
  z.object({ kind: z.literal('fault'), id: z.number().int(), fault: z.enum(INVITATION_FILE_FAULTS) }),
]);
export type ArrivedInvitation = Readonly<z.infer<typeof arrivedInvitationSchema>>;

/** The calls about invitations, as part of `appContract`. */
export const invitationCalls = {
  /** Finds the invitation in a text, such as a whole e-mail; asks nobody. */
  read: oc
    .input(z.object({ text: z.string().max(INVITATION_TEXT_MAX) }))
    .output(resultSchema(readInvitationSchema, readInvitationFaultSchema)),
  /** Asks its relay what it is for, after the user's yes to that relay; changes nothing there. */
  look: oc.input(openInvitationSchema).output(resultSchema(invitationViewSchema, lookFaultSchema)),
  /** The user's yes to what `look` told: uses the invitation up, and connects the company. No folder is taken over. */
  accept: oc.input(acceptInvitationSchema).output(resultSchema(companySchema, acceptFaultSchema)),
  /** The user did not use it themselves: ends it at the relay, with the access of the computer that did. */
  undo: oc.input(openInvitationSchema).output(resultSchema(undoneInvitationSchema, undoFaultSchema)),
  /** What this computer has claimed and not connected yet, because something failed or Intray ended in between. */
  begun: oc.output(z.array(begunInvitationSchema)),
  /** Who runs this profile's relay, as it says now; null if it does not, or cannot be asked. */
  partner: oc.output(z.object({ partner: partnerViewSchema.nullable() })),
  /** The last one that reached Intray from outside the window: by a link, or by a file that was opened. */
  arrived: oc.output(arrivedInvitationSchema.nullable()),
  /** The user has dealt with it: `arrived` no longer returns it. */
  dismiss: oc.input(z.object({ id: z.number().int() })).output(z.object({ dismissed: z.boolean() })),
};
