import type { Integration } from './integration.ts';

/** What is tested. Addresses without a slash at their end. */
export type Target = {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  /** The claim `iss` and the `source` of events; null when not known, and not compared then. */
  readonly issuer: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Empty when there is none. */
  readonly scope: string;
  /** Null where the control API makes one. */
  readonly integration: Integration | null;
  readonly writing: boolean;
  readonly control: {
    readonly controlUrl: string;
    readonly listen: { readonly host: string; readonly port: number };
    /** How the service reaches the receiver; null where it is the address that it listens on. */
    readonly webhookUrl: string | null;
  } | null;
};
