/** All keys of a part of `en`, plus for each plural the form that French uses for round millions (`_many`). */
export type French<Part> = Readonly<Record<keyof Part | ManyOf<keyof Part>, string>>;

type ManyOf<Key> = Key extends `${infer Base}_other` ? `${Base}_many` : never;
