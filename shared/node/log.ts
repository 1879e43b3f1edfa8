import { pino } from 'pino';
import type { Log, LogFields } from '../ports/world.ts';

export type LogOptions = {
  /** The name of the program. */
  readonly name: string;
  /** Lines below it are dropped. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where the lines go as well as to stderr, which a program without a terminal does not have. */
  readonly also?: { write(line: string): void };
};

const STDERR = 2;

/** JSON lines on stderr, because stdout is reserved for the ready line. Synchronous, so that the last line before a crash is written. */
export function pinoLog({ name, level = 'info', also }: LogOptions): Log {
  const stderr = pino.destination({ dest: STDERR, sync: true });
  const both = {
    write: (line: string): void => {
      stderr.write(line);
      also?.write(line);
    },
  };
  const lines = pino({ name, level, base: { name } }, also === undefined ? stderr : both);
  const at =
    (of: keyof Log) =>
    (message: string, fields: LogFields = {}): void =>
      lines[of](fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
