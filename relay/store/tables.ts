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
  readonly devices: { readonly device_id: string; readonly name: string; readonly token_digest: string; readonly created_at: number };
  readonly links: {
    readonly device_id: string;
    readonly integration_id: string;
    readonly proven_at: number;
    readonly cursor_seq: number;
  };
  /** Links that another computer of the integration ended; a new proof begins them anew. */
  readonly sent_away: { readonly device_id: string; readonly integration_id: string };
};
