/** The relay's tables as Kysely sees them; `migrations/` makes them. */
export type Tables = {
  readonly meta: { readonly name: string; readonly value: string };
  readonly integrations: { readonly integration_id: string; readonly seq: number; readonly proven_at: number | null };
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
  };
  readonly conflicts: {
    readonly event_id: string;
    readonly body_digest: string;
    readonly received_at: number;
    readonly jwt: string;
    readonly body: Uint8Array;
  };
  readonly devices: { readonly device_id: string; readonly name: string; readonly token_digest: string; readonly created_at: number };
  readonly links: {
    readonly device_id: string;
    readonly integration_id: string;
    readonly proven_at: number;
    readonly cursor_seq: number;
  };
};
