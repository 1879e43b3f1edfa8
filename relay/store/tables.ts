import type { Generated } from 'kysely';
import type { InvitationEnd } from './invitations/invitation-store.ts';

/** The relay's tables as Kysely sees them; `schema.ts` creates the same on both engines. Times are milliseconds since 1970. */
export type Tables = {
  readonly meta: { readonly name: string; readonly value: string };
  readonly integrations: {
    readonly integration_id: string;
    readonly seq: number;
    readonly proven_at: number | null;
    /** The service's time of the newest Revocation, and when it arrived here. */
    readonly revoked_at: number | null;
    readonly revoked_seen_at: number | null;
    /** Every device has read up to here, and retention has noted it. */
    readonly acknowledged_seq: Generated<number>;
    /** When everything about it is deleted, because a device asked for that; null if none did. */
    readonly delete_at: number | null;
  };
  readonly events: {
    readonly event_id: string;
    readonly integration_id: string | null;
    readonly seq: number | null;
    readonly document_id: string | null;
    readonly type: string;
    readonly received_at: number;
    readonly jwt: string;
    readonly body: Uint8Array;
    readonly body_digest: string;
    /** The id of the operator's key that seals the body; null if it is unsealed. */
    readonly body_key: string | null;
    readonly acknowledged_at: number | null;
    /** When the body was deleted; the id stays, so that a late repetition is recognised. */
    readonly retired_at: number | null;
  };
  readonly conflicts: {
    readonly event_id: string;
    readonly body_digest: string;
    readonly received_at: number;
    readonly jwt: string;
    readonly body: Uint8Array;
    readonly body_key: string | null;
  };
  /** What the service signed and the relay could not read, by the digest of its bytes. */
  readonly quarantine: {
    readonly body_digest: string;
    readonly received_at: number;
    /** Why it could not be read. */
    readonly code: string;
    /** The length of the body as it arrived. */
    readonly bytes: number;
    readonly jwt: string;
    readonly body: Uint8Array;
    readonly body_key: string | null;
  };
  readonly devices: {
    readonly device_id: string;
    readonly name: string;
    readonly token_digest: string;
    readonly created_at: number;
    /** 1 once it has proved anything, whatever became of that, and for devices older than this column. */
    readonly ever_proved: number;
    /** Its last call, to the day; null before the first. */
    readonly last_used_at: number | null;
  };
  readonly links: {
    readonly device_id: string;
    readonly integration_id: string;
    readonly proven_at: number;
    readonly cursor_seq: number;
    /** When it must be proved again; null if only the age of the proof decides. */
    readonly due_at: number | null;
    /** When its proof was found to be too old; null while the link gives access. */
    readonly lapsed_at: number | null;
  };
  /** Every integration that a device ever proved, even after its link has ended. */
  readonly proofs: { readonly device_id: string; readonly integration_id: string };
  /** Links that another computer of the integration ended; a new proof restores them. */
  readonly sent_away: { readonly device_id: string; readonly integration_id: string };
  readonly service_keys: {
    readonly thumbprint: string;
    readonly kid: string;
    /** As JSON. */
    readonly jwk: string;
    readonly first_seen_at: number;
    readonly last_seen_at: number;
    readonly missing_since: number | null;
    readonly departed_at: number | null;
    readonly distrusted_at: number | null;
    readonly distrusted_by: string | null;
    readonly first_used_at: number | null;
    readonly last_used_at: number | null;
  };
  /** Whom an operator invited, and what became of that. Nothing in it opens the deposited secret. */
  readonly invitations: {
    readonly invitation_id: string;
    /** Hex SHA-256 of what the code's holder names it by. */
    readonly find_digest: string;
    readonly integration_id: string;
    readonly company: string | null;
    readonly accountant: string | null;
    readonly created_at: number;
    readonly created_by: string;
    readonly expires_at: number;
    /** 1 if a secret was deposited, also after it was erased. */
    readonly has_secret: number;
    readonly secret_iv: Uint8Array | null;
    readonly secret: Uint8Array | null;
    /** Hex SHA-256 of the HMAC of the number under the code's key. */
    readonly number_digest: string | null;
    readonly wrong_numbers: Generated<number>;
    readonly claimed_at: number | null;
    readonly claimed_by: string | null;
    readonly claimed_by_name: string | null;
    readonly claim_key: string | null;
    readonly ended_at: number | null;
    readonly ended_why: InvitationEnd | null;
  };
  /** What operators did by commands, and devices with invitations. */
  readonly audit_log: {
    readonly n: Generated<number>;
    readonly at: number;
    readonly act: string;
    readonly subject: string;
    readonly who: string;
  };
};
