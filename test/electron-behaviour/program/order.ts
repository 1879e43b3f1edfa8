/** What the program is to do, passed in its environment. */
export type Order = {
  readonly place: 'stand-in' | 'electron';
  readonly run:
    | { readonly kind: 'checks' }
    | { readonly kind: 'life'; readonly name: string }
    | { readonly kind: 'second'; readonly data?: unknown };
  readonly folder: string;
  /** The file that gets a line of JSON for each thing that is said. */
  readonly out: string;
  readonly program: { readonly executable: string; readonly words: readonly string[] };
};

export const ORDER = 'INTRAY_BEHAVIOUR';

/** The result of one assertion; null: it holds. */
export type Outcome = { readonly name: string; readonly error: string | null };
