/** What is tested. Addresses have no trailing slash. */
export type Target = {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  /** The claim `iss` and the `source` of events; null if unknown, and then not compared. */
  readonly issuer: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Empty if there is none. */
  readonly scope: string;
  /** Null if the control API creates one. */
  readonly integration: Integration | null;
  readonly writing: boolean;
  readonly control: {
    readonly controlUrl: string;
    readonly listen: { readonly host: string; readonly port: number };
    /** The address at which the service reaches the receiver; null if it is the one that it listens on. */
    readonly webhookUrl: string | null;
  } | null;
};

export type Integration = { readonly integrationId: string; readonly integrationSecret: string };
