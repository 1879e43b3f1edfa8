import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { z } from 'zod';
import type { BytesFault, BytesPiece } from '#shared/app-api/preview.ts';
import { noteSchema } from '#shared/domain/item/note.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { BrowsersClient, EngineClient } from '../../engine-client.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { HostNote } from '../../host/host-note.ts';
import { HOST_OPTIONS, type HostOptions, hostOptionsSchema } from '../../host/host-options.ts';

/** `ipv6`: what became of ::1; null of a host of an earlier version. */
export type RunningHost = { readonly ipv6: HostNote['ipv6'] | null };

/** What the program provides to a command, whether the engine runs here or in a host. */
export type Terminal = {
  readonly client: EngineClient;
  /** Client of the running host, for commands that need one. */
  readonly browsers?: BrowsersClient;
  /** What the running host says of itself in its note. */
  readonly host?: RunningHost;
  readonly clock: Clock;
  /** Standard output: the result. */
  readonly print: (line: string) => void;
  /** Standard error: what a user should know. */
  readonly complain: (line: string) => void;
  /** All of standard input, up to a limit. At a terminal, the user is asked for `secret` and types it without echo. */
  readonly readInput: (secret?: string) => Promise<string>;
  readonly readFile: (path: string) => Promise<string | null>;
  /** Content of a document; empty if it is larger than the upload limit. */
  readonly readBytes?: (path: string) => Promise<{ readonly bytes: Uint8Array; readonly size: number } | null>;
  /** Written to a temporary file, then renamed; with `isNew`, never in place of another file. Returns the system's error code, or null. */
  readonly writeFile?: (path: string, bytes: Uint8Array, of?: { readonly isNew: true }) => Promise<string | null>;
  /** Writes to standard output. */
  readonly writeOut?: (bytes: Uint8Array) => void;
  /** What the user typed to call this program, before the words of a command. */
  readonly program: string;
};

/** Everything that a command works with. */
export type Call = Terminal & {
  /** Prints the result: as lines for a user, or with `--json` as one JSON value for programs. */
  readonly answer: (value: unknown, lines: readonly string[]) => void;
};

/** The note to the accountant that the user means: `-` stands for standard input. Fails with what is wrong with it. */
export async function readNote<T extends string | undefined>(
  typed: T,
  { readInput }: Pick<Call, 'readInput'>,
): Promise<Result<T | string, string>> {
  if (typed !== '-') return ok(typed);
  const note = noteSchema.safeParse(await readInput());
  return note.success ? ok(note.data) : fail(`${note.error.issues.map(({ message }) => message).join('; ')}. Nothing was done.`);
}

/** The bytes that the engine sends in pieces, whole. Fails with the fault that it sends in their place. */
export async function gatherPieces(pieces: AsyncIterable<BytesPiece>): Promise<Result<Uint8Array, BytesFault>> {
  const gathered: Uint8Array[] = [];
  for await (const piece of pieces) {
    if (piece.kind === 'fault') return fail(piece.fault);
    if (piece.kind === 'piece') gathered.push(Buffer.from(piece.base64, 'base64'));
  }
  return ok(Buffer.concat(gathered));
}

/** Every command has it. */
const JSON_OPTION = { json: { type: 'boolean' } } as const satisfies ParseArgsOptionsConfig;

/**
 * `nothing`: the files that the user named are enough, so there need be no profile. `open`: the journal is enough. `looked`: vault, relay and folders
 * are looked at as well. `running`: sweeps and uploads must run. `host`: only a running host can answer.
 */
export type Needs = 'nothing' | 'open' | 'looked' | 'running' | 'host';

export type ReadyCommand = {
  readonly host: HostOptions;
  /** Whether the command may create the profile. Without a profile, all other commands have nothing to work on. */
  readonly begins: boolean;
  readonly needs: Needs;
  readonly run: (terminal: Terminal) => Promise<ExitCode>;
};

export type Command = {
  readonly words: string;
  /** What follows the words, as a user types it, with the profile. */
  readonly usage: string;
  readonly summary: string;
  readonly parse: (args: readonly string[]) => Result<ReadyCommand, string>;
};

/** Turns the words of a command line into a checked value before anything is opened. */
export function command<S extends z.ZodType>(about: {
  readonly words: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** Schema of the options and of `paths` (the positional arguments). */
  readonly schema: S;
  readonly needs?: (input: z.infer<S>) => Needs;
  /** Some of its forms need `nothing`. */
  readonly mayLackProfile?: true;
  readonly begins?: true;
  readonly run: (input: z.infer<S>, call: Call) => Promise<ExitCode>;
}): Command {
  const { words, summary, options, schema, run } = about;
  const profile = about.mayLackProfile === true ? '[--profile DIR]' : '--profile DIR';
  const ready = (of: Pick<ReadyCommand, 'host' | 'needs'>, input: z.infer<S>, values: Readonly<Record<string, unknown>>): ReadyCommand => ({
    ...of,
    begins: about.begins === true,
    run: (terminal) => run(input, callOf(terminal, isJson(values))),
  });
  return {
    words,
    usage: `${profile} ${about.usage}`.trimEnd(),
    summary,
    parse: (args) => {
      const split = splitArguments(args, options);
      if (!split.ok) return split;
      const host = hostOptionsSchema.safeParse(split.value, { error: sayIssue });
      if (!host.success && about.mayLackProfile !== true) return fail(explain(host.error));
      const input = schema.safeParse(split.value, { error: sayIssue });
      if (!input.success) return fail(explain(input.error));
      const needs = about.needs?.(input.data) ?? 'open';
      if (needs === 'nothing') return ok(ready({ host: NO_PROFILE, needs }, input.data, split.value));
      if (!host.success) return fail(explain(host.error));
      return ok(ready({ host: host.data, needs }, input.data, split.value));
    },
  };
}

/** Nothing is read or made there. */
const NO_PROFILE: HostOptions = { profile: resolve('no-profile'), quiet: true, key: { kind: 'keychain' } };

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
    // `parseArgs` fails only for unknown options and missing values, each with a sentence for the user.
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

type Issue = z.core.$ZodRawIssue;

/**
 * What is wrong with one argument, to follow its name, in place of zod's own "expected number, received NaN". Undefined if the schema's message
 * is better, or if there is none of ours.
 */
function sayIssue(issue: Issue): string | undefined {
  if (issue.input === undefined) return 'is needed';
  if (issue.code === 'invalid_value') return `has to be ${listed(issue.values.map(String))}`;
  if (issue.code === 'invalid_type') return KINDS.get(issue.expected);
  if (issue.code === 'invalid_format') return FORMATS.get(issue.format);
  if (issue.code === 'too_small') return issue.origin === 'number' ? `has to be at least ${issue.minimum}` : 'must not be empty';
  if (issue.code === 'too_big') return issue.origin === 'number' ? `has to be at most ${issue.maximum}` : `is longer than ${issue.maximum}`;
  return undefined;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['number', 'has to be a number'],
  ['int', 'has to be a whole number'],
]);
const AN_ID = 'has to be an id such as 0b1f4c52-7d0a-4c7e-8d11-1c2b3a4d5e6f';
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['guid', AN_ID],
  ['uuid', AN_ID],
]);

function listed(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}
