/**
 * `no-device`: our own token for this relay is not available (`code` says why) · `device-unknown`: the relay does not know
 * it (401) · `not-found`: not ours to read, or not proved (404) · `sent-away`: another computer ended it (410) · `refused`: another
 * 4xx · `limited`: too many requests (429) · `unreachable`: ask again later · `not-understood`: an answer of another shape.
 */
export type RelayFault = {
  readonly kind:
    | 'not-set-up'
    | 'no-device'
    | 'device-unknown'
    | 'not-found'
    | 'sent-away'
    | 'refused'
    | 'limited'
    | 'unreachable'
    | 'not-understood';
  readonly code: string;
  /** How long the relay asks us to wait, if it says so. */
  readonly retryAfterMs?: number;
};
