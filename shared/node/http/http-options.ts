export type HttpOptions = {
  /** Certificates to trust instead of the platform's. */
  readonly ca?: readonly string[];
  readonly connectTimeoutMs?: number;
};
