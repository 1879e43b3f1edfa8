/** An expected failure is a value: plain objects survive the window's port and the database, thrown errors do not. */
export type Result<T, F> = Ok<T> | Fail<F>;
export type Ok<T> = { readonly ok: true; readonly value: T };
export type Fail<F> = { readonly ok: false; readonly failure: F };

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function fail<const F>(failure: F): Fail<F> {
  return { ok: false, failure };
}
