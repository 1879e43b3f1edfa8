import { pino } from 'pino';
import type { Log, LogFields } from '../ports/log.ts';

export type LogOptions = {
  /** Which program speaks. */
  readonly name: string;
  /** Lines below it are dropped. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

const STDERR = 2;

/** JSON lines on stderr: stdout belongs to the ready line. Synchronous, so that the last line before a crash is written. */
export function pinoLog(options: LogOptions): Log {
  const lines = pino(
    { name: options.name, level: options.level ?? 'info', base: { name: options.name } },
    pino.destination({ dest: STDERR, sync: true }),
  );
  const at =
    (level: keyof Log) =>
    (message: string, fields: LogFields = {}): void =>
      lines[level](fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
