declare const brand: unique symbol;

/** A string or number that was validated once, where it entered, and must not be confused with another of the same type. */
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
