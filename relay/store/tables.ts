import type { Generated } from 'kysely';

/** The relay's tables as Kysely sees them; `migrations/` makes them, alike on both engines. Times are milliseconds since 1970. */
export type Tables = {
  readonly meta: { readonly name: string; readonly value: string };
  readonly integrations: {
    readonly integration_id: string;
    readonly seq: number;
    readonly proven_at: number | null;
    /** The service's time of the newest Revocation, and when it came here. */
    readonly revoked_at: number | null;
    readonly revoked_seen_at: number | null;
    /** Up to here every device has read, and retention has taken note of it. */
    readonly acknowledged_seq: Generated<number>;
    /** When all that is kept about it is deleted, because a device asked for that; null where none did. */
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
    /** Id of the operator's key that the body is sealed with; null when it lies open. */
    readonly body_key: string | null;
    readonly acknowledged_at: number | null;
    /** The body is gone; the id stays, so that a late repetition is known. */
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
  /** What the service signed and nobody could read, by the digest of its bytes. */
  readonly quarantine: {
    readonly body_digest: string;
    readonly received_at: number;
    /** Why it could not be read. */
    readonly code: string;
    /** Of the body as it came. */
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
    /** 1 once it has proved anything, whatever became of that; 1 for devices of before this was noted, too. */
    readonly ever_proved: number;
    /** Its last call, to the day; null before the first. */
    readonly last_used_at: number | null;
  };
  readonly links: {
    readonly device_id: string;
    readonly integration_id: string;
    readonly proven_at: number;
    readonly cursor_seq: number;
    /** When it is to be proved again; null where only the age of the proof says so. */
    readonly due_at: number | null;
    /** When its proof was found to be too old; null while it opens the log. */
    readonly lapsed_at: number | null;
  };
  /** Every integration that a device ever proved, also after its link has ended. */
  readonly proofs: { readonly device_id: string; readonly integration_id: string };
  /** Links that another computer of the integration ended; a new proof begins them anew. */
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
  /** What operators did by command. */
  readonly audit_log: {
    readonly n: Generated<number>;
    readonly at: number;
    readonly act: string;
    readonly subject: string;
    readonly who: string;
  };
};
