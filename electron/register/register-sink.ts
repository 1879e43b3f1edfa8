import type { RegisterQuery } from '#shared/app-api/list/register.ts';
import type { Result } from '#shared/lib/result.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { PagesAbout, PagesQuestion } from './pages-question.ts';
import { REGISTER_COLUMNS, type RegisterRow, type RegisterWords } from './register-words.ts';

/** Where the rows of a register go; false means that it broke, and none of its output is worth keeping. */
export type Sink = {
  add(row: RegisterRow): void;
  /** Called after each page of rows: writes what was added. */
  turn(): Promise<boolean>;
  take(): readonly Uint8Array[];
  end(): Promise<boolean>;
  /** Nothing more is wanted, whether it is finished or not. */
  close(): void;
};

/** Draws on another thread; it answers each question with the bytes that are ready. */
export type Drawing = { readonly ask: (question: PagesQuestion) => Promise<Result<unknown, 'failed'>>; readonly end: () => void };

export function csvSink(words: RegisterWords): Sink {
  const line = (row: RegisterRow): string =>
    csvLine(
      REGISTER_COLUMNS.map((column) => row[column]),
      words.separator,
    );
  let text = CSV_BEGIN + line(words.heads);
  return {
    add: (row) => {
      text += line(row);
    },
    take: () => {
      const bytes = utf8(text);
      text = '';
      return bytes.byteLength === 0 ? [] : [bytes];
    },
    turn: async () => true,
    end: async () => true,
    close: () => undefined,
  };
}

/** `onThread`: on a thread of its own, which may fail to start; `here`: on the engine's thread. */
export type DrawDeps = { readonly onThread: () => Drawing; readonly here: () => Promise<Drawing> };

type PageSource = { readonly of: RegisterQuery; readonly font: Uint8Array; readonly about: PagesAbout };

/**
 * Pages of a PDF. The library that draws them is large and draws without pausing, so it has a thread of its own. A host whose thread does
 * not start (files within an archive are not readable everywhere) draws them here: everything is slower, but there is a register.
 */
export async function pdfSink({ onThread, here }: DrawDeps, { of, font, about }: PageSource): Promise<Sink> {
  let rows: RegisterRow[] = [];
  let ready: Uint8Array[] = [];
  let drawing = onThread();
  const ask = async (question: PagesQuestion): Promise<boolean> => {
    const answer = await drawing.ask(question);
    if (!answer.ok || !Array.isArray(answer.value)) return false;
    ready.push(...answer.value.filter((bytes) => bytes instanceof Uint8Array));
    return true;
  };
  const begin = { kind: 'begin', font, look: { language: of.language, locale: of.locale, timeZone: of.timeZone }, about } as const;
  if (!(await ask(begin))) {
    drawing.end();
    drawing = await here();
    await ask(begin);
  }
  return {
    add: (row) => void rows.push(row),
    turn: () => {
      const question = { kind: 'rows', rows } as const;
      rows = [];
      return ask(question);
    },
    take: () => {
      const taken = ready;
      ready = [];
      return taken;
    },
    end: () => ask({ kind: 'end' }),
    close: () => drawing.end(),
  };
}

/** Byte order mark: without it Excel reads the file in the system's legacy encoding. */
const CSV_BEGIN = '\uFEFF';

/**
 * One line per RFC 4180. A spreadsheet runs a cell that begins like a formula, and names and reasons are foreign text: an apostrophe in front makes
 * it text (OWASP, CSV injection). A blank before such a sign does not help, and the sign's wide form in East Asian scripts counts too.
 */
export function csvLine(cells: readonly string[], separator: ';' | ','): string {
  return `${cells.map((cell) => quoted(harmless(cell), separator)).join(separator)}\r\n`;
}

const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
/** A space at either end is part of the value too, and some readers strip it unless it is quoted. */
const TO_QUOTE = /["\r\n\t;,]|^\s|\s$/;

function harmless(cell: string): string {
  return FORMULA.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string, separator: string): string {
  return TO_QUOTE.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
