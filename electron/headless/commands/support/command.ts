import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { z } from 'zod';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { BrowsersClient, EngineClient } from '../../engine-client.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { HOST_OPTIONS, type HostOptions, hostOptionsSchema } from '../../host/host-options.ts';
import { sayIssue } from './say-issue.ts';

/** What the program lends a command, whether the engine runs here or elsewhere. */
export type Terminal = {
  readonly client: EngineClient;
  /** Of the host that runs, for a command that needs one. */
  readonly browsers?: BrowsersClient;
  readonly clock: Clock;
  /** Standard output: what was asked for. */
  readonly print: (line: string) => void;
  /** Standard error: what a person should know. */
  readonly complain: (line: string) => void;
  /** All of standard input, up to a limit; a person at a terminal is asked for `secret`, and types it unseen. */
  readonly readInput: (secret?: string) => Promise<string>;
  readonly readFile: (path: string) => Promise<string | null>;
  /** A document: none of its bytes where it is larger than any that is sent. */
  readonly readBytes?: (path: string) => Promise<{ readonly bytes: Uint8Array; readonly size: number } | null>;
  /** Beside, then renamed; the system's code of what went wrong. */
  readonly writeFile?: (path: string, bytes: Uint8Array) => Promise<string | null>;
  /** To standard output. */
  readonly writeOut?: (bytes: Uint8Array) => void;
  /** As the person called this program, before the words of a command. */
  readonly program: string;
};

/** What a command works with. */
export type Call = Terminal & {
  /** Says what was listed or changed: in lines for a person, with `--json` as one value for programs. */
  readonly answer: (value: unknown, lines: readonly string[]) => void;
};

/** Each command has it. */
const JSON_OPTION = { json: { type: 'boolean' } } as const satisfies ParseArgsOptionsConfig;

/**
 * `open`: the journal is enough. `looked`: vault, relay and folders are looked at too. `running`: sweeps and uploads must run.
 * `host`: only a host that runs can be asked.
 */
export type Needs = 'open' | 'looked' | 'running' | 'host';

export type ReadyCommand = {
  readonly host: HostOptions;
  /** A profile begins with it; without one, all others have nothing to be asked about. */
  readonly begins: boolean;
  readonly needs: Needs;
  readonly run: (terminal: Terminal) => Promise<ExitCode>;
};

export type Command = {
  readonly words: string;
  /** After the words, as a person types it. */
  readonly usage: string;
  readonly summary: string;
  /** Names of its options, without the dashes. */
  readonly options: readonly string[];
  readonly parse: (args: readonly string[]) => Result<ReadyCommand, string>;
};

/** Words on a command line become a checked value before anything is opened. */
export function command<S extends z.ZodType>(about: {
  readonly words: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** Of the options and `paths` (what stands without a name). */
  readonly schema: S;
  readonly needs?: (input: z.infer<S>) => Needs;
  readonly begins?: true;
  readonly run: (input: z.infer<S>, call: Call) => Promise<ExitCode>;
}): Command {
  const { words, usage, summary, options, schema, run } = about;
  return {
    words,
    usage,
    summary,
    options: Object.keys({ ...HOST_OPTIONS, ...JSON_OPTION, ...options }),
    parse: (args) => {
      const split = splitArguments(args, options);
      if (!split.ok) return split;
      const host = hostOptionsSchema.safeParse(split.value, { error: sayIssue });
      if (!host.success) return fail(explain(host.error));
      const input = schema.safeParse(split.value, { error: sayIssue });
      if (!input.success) return fail(explain(input.error));
      const needs = about.needs?.(input.data) ?? 'open';
      return ok({
        host: host.data,
        begins: about.begins === true,
        needs,
        run: (terminal) => run(input.data, callOf(terminal, isJson(split.value))),
      });
    },
  };
}

function callOf(terminal: Terminal, json: boolean): Call {
  const answer: Call['answer'] = (value, lines) => {
    for (const line of json ? [JSON.stringify(value, null, 2)] : lines) terminal.print(line);
  };
  return { ...terminal, answer };
}

function isJson(values: Readonly<Record<string, unknown>>): boolean {
  return values['json'] === true;
}

function splitArguments(args: readonly string[], options: ParseArgsOptionsConfig): Result<Record<string, unknown>, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...HOST_OPTIONS, ...JSON_OPTION, ...options },
      allowPositionals: true,
    });
    return ok({ ...values, paths: positionals });
  } catch (error) {
    // Its only failures are unknown options and missing values, each with a sentence for the person.
    return fail(error instanceof Error ? error.message : 'cannot be understood');
  }
}

function explain(error: z.ZodError): string {
  return error.issues.map((issue) => `${nameOf(issue.path)}: ${issue.message}`).join('\n');
}

function nameOf(path: readonly PropertyKey[]): string {
  const [first] = path;
  return first === 'paths' || first === undefined ? 'arguments' : `--${String(first)}`;
}
