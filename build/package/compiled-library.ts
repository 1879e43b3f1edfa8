/** A library of C, C++ or Rust that is compiled into a .wasm file of a package. */
export type Library = {
  readonly name: string;
  /** SPDX expression; where its authors leave a choice, what was chosen. */
  readonly licence: string;
  /** Where its source is published. */
  readonly source: string;
  /** What its authors want to be passed on: files of `compiled/`, or of the package if they begin with `node_modules/`. */
  readonly texts: readonly string[];
  /** A sentence that the licence asks for. */
  readonly credit?: string;
};
