export type HttpOptions = {
  /** Certificates to trust beside (or instead of) the platform's. */
  readonly ca?: readonly string[];
  readonly connectTimeoutMs?: number;
};
