import type { Log, LogFields } from '#shared/ports/world.ts';

export type LogLine = { readonly level: keyof Log; readonly message: string; readonly fields: LogFields };

export interface RecordingLog extends Log {
  readonly lines: readonly LogLine[];
  /** Everything that was logged, as one text: to search for what must not be in it. */
  text(): string;
}

/** Keeps what was logged. */
export function recordingLog(): RecordingLog {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields });
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    lines,
    text: () => lines.map((line) => JSON.stringify(line)).join('\n'),
  };
}
