/** All keys of a part of `en`, and the form that French has for round millions (`_many`) wherever there is a plural. */
export type French<Part> = Readonly<Record<keyof Part | ManyOf<keyof Part>, string>>;

type ManyOf<Key> = Key extends `${infer Base}_other` ? `${Base}_many` : never;
