/** The part of an AbortSignal that pure code needs; every AbortSignal is one. */
export interface Stop {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
