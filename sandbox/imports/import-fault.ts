/** Why an import is rejected: `invalid` data, or too large, for which a switch decides the answer. `detail` is English, for people. */
export type ImportFault = { readonly kind: 'invalid' | 'oversize'; readonly detail: string };
