/**
 * A field is a number, a flag, an id or a code of ours. Never a token, a path, a supplier's name or a file's content:
 * logs may be mailed to somebody. `name` is the program's name, in every line.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null>> & { readonly name?: never };

/** `message` is a fixed text (it is searched for and counted); what varies goes into `fields`. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
