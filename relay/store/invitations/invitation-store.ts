import type { IntegrationId } from '#shared/contract/ids.ts';
import type { OverInvitation } from '#shared/relay-protocol/invitations.ts';
import type { Device } from '#shared/relay-protocol/messages.ts';

/** Why an invitation is no longer open. */
export type InvitationEnd = 'claimed' | Extract<OverInvitation, { readonly state: 'ended' }>['why'];

/** A secret that only the code opens; the relay cannot. */
export type StoredDeposit = { readonly iv: Uint8Array; readonly ciphertext: Uint8Array };

export type NewInvitation = {
  readonly invitationId: string;
  /** Hex SHA-256 of `find`. */
  readonly findDigest: string;
  readonly integrationId: IntegrationId;
  readonly company: string | null;
  readonly accountant: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The operator's name. */
  readonly createdBy: string;
  /** `numberDigest`: hex SHA-256 of the number's HMAC. */
  readonly deposit: (StoredDeposit & { readonly numberDigest: string }) | null;
};

/** All of it but the deposit. */
export type StoredInvitation = Omit<NewInvitation, 'deposit'> & {
  readonly hasSecret: boolean;
  readonly wrongNumbers: number;
  /** `key`: the claim's public key. */
  readonly claim: { readonly at: number; readonly deviceId: string; readonly name: string; readonly key: string } | null;
  /** Null while it is open; one whose day is over has ended, whether or not retention has noted that. */
  readonly ended: { readonly at: number; readonly why: InvitationEnd } | null;
};

export type InvitationClaim = {
  readonly findDigest: string;
  readonly device: Pick<Device, 'deviceId' | 'name'>;
  /** The device's public key for this claim, in base64url. */
  readonly key: string;
  /** Null if the device sent no number. */
  readonly numberDigest: string | null;
  readonly at: number;
};

/**
 * `claimed`: this device has it, now or by the same claim a few minutes ago (`isRepeated`). `over`: it was not open any more. `left`: how many
 * tries are left; 0 if this wrong number has ended it.
 */
export type Claimed =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'claimed';
      readonly invitation: StoredInvitation;
      readonly deposit: StoredDeposit | null;
      readonly isRepeated: boolean;
    }
  | { readonly kind: 'over'; readonly invitation: StoredInvitation }
  | { readonly kind: 'wrong-number' | 'number-needed'; readonly invitation: StoredInvitation; readonly left: number };

/** `unlinked`: the device that claimed could read the integration until now. `over`: it ended without a claim. `open`: nobody has claimed it yet. */
export type Undone =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'over'; readonly invitation: StoredInvitation }
  | { readonly kind: 'open'; readonly invitation: StoredInvitation }
  | { readonly kind: 'undone'; readonly invitation: StoredInvitation; readonly unlinked: boolean };

/** A line of the audit log that is about an invitation. `who`: an operator's name, or a device's id. */
export type InvitationAudit = { readonly at: number; readonly act: string; readonly invitationId: string; readonly who: string };

export type InvitationsQuestion = {
  /** Those after this one, by the time they were made; null from the first. */
  readonly after: Pick<StoredInvitation, 'createdAt' | 'invitationId'> | null;
  readonly rowsMax: number;
  readonly now: number;
};

/** Each change is written with a line in the audit log, in one transaction. */
export interface InvitationStore {
  addInvitation(invitation: NewInvitation): Promise<void>;
  /** Null if no invitation has this digest. Changes nothing. */
  invitation(findDigest: string, now: number): Promise<StoredInvitation | null>;
  /** Of several claims at the same time one wins. Compares the number, and counts a wrong one, in the same step as it claims. */
  claimInvitation(claim: InvitationClaim): Promise<Claimed>;
  /** Ends the claim: the device that made it is sent away from the integration, and the invitation stays ended. May be repeated. */
  undoInvitation(of: { readonly findDigest: string; readonly by: string; readonly at: number }): Promise<Undone>;
  /** Null if there is no such invitation. Otherwise as it is now: one that had ended before is unchanged, but its deposit is erased. */
  withdrawInvitation(of: { readonly invitationId: string; readonly by: string; readonly at: number }): Promise<StoredInvitation | null>;
  /** The oldest first. */
  invitations(question: InvitationsQuestion): Promise<readonly StoredInvitation[]>;
  /** What happened to invitations after the entry of this number, the oldest first, with the number of each. */
  invitationAudit(question: {
    readonly after: number;
    readonly rowsMax: number;
  }): Promise<readonly (InvitationAudit & { readonly n: number })[]>;
}
