import type { TokenSource } from '#shared/service-client/token-cache.ts';

export type ChosenTokens = {
  /** What the choice depends on; when this text changes, nothing that was fetched before is used again. */
  readonly choice: () => string;
  readonly make: () => TokenSource;
};

/** A token source that starts afresh whenever the choice behind it changes: whose credentials, at which address. */
export function chosenTokens({ choice, make }: ChosenTokens): TokenSource {
  let kept: { readonly choice: string; readonly source: TokenSource } | null = null;
  const current = (): TokenSource => {
    const now = choice();
    if (kept?.choice !== now) kept = { choice: now, source: make() };
    return kept.source;
  };
  return {
    token: () => current().token(),
    fresh: () => current().fresh(),
    distrust: (token) => current().distrust(token),
  };
}
