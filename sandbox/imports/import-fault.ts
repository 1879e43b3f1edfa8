/** Why an import is not taken: `invalid` data, or too large, whose answer is a switch. `detail` is English, for people. */
export type ImportFault = { readonly kind: 'invalid' | 'oversize'; readonly detail: string };
