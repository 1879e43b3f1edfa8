declare const brand: unique symbol;

/** A string or number that was checked once, at a door, and must not be mixed up with another of its shape. */
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };
