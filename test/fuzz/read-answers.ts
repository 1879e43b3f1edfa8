export type Answer = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Whether its end is known to be there; false for a stream, and for an answer that is not yet complete. */
  readonly isWhole: boolean;
};

export type Read = {
  readonly answers: readonly Answer[];
  /** Why the bytes are not HTTP/1.1 answers, or null. */
  readonly fault: string | null;
};

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+): ?([\x20-\x7e\t\x80-\xff]*)$/;
/** Statuses for bytes that are not a request. Nobody knows whether they would have been a HEAD, so these answers have a body. */
const EARLY: ReadonlySet<number> = new Set([400, 413, 431]);
const HEAD_END = '\r\n\r\n';

/** Reads what a server wrote, strictly, one answer after the other. `isClosed`: nothing more will come. */
export function readAnswers(bytes: Buffer, asked: { readonly isHead: boolean; readonly isClosed: boolean }): Read {
  const answers: Answer[] = [];
  let rest = bytes;
  while (rest.byteLength > 0) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return { answers, fault: asked.isClosed ? 'a head without an end' : null };
    const head = headOf(rest.subarray(0, end).toString('latin1'));
    if (typeof head === 'string') return { answers, fault: head };
    const after = rest.subarray(end + HEAD_END.length);
    const found = bodyOf(head, after, { ...asked, isHead: asked.isHead && answers.length === 0 });
    if (found.fault !== null) return { answers, fault: found.fault };
    // An interim answer is not yet the answer.
    if (head.status >= 200) answers.push({ ...head, body: found.body, isWhole: found.isWhole });
    if (!found.isWhole) return { answers, fault: null };
    rest = after.subarray(found.length);
  }
  return { answers, fault: null };
}

type AnswerHead = Pick<Answer, 'status' | 'headers'>;

function headOf(text: string): AnswerHead | string {
  const [first = '', ...lines] = text.split('\r\n');
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) return `no status line: ${JSON.stringify(first.slice(0, 100))}`;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) return `no header: ${JSON.stringify(line.slice(0, 100))}`;
    const key = name.toLowerCase();
    if (headers.has(key)) return `the header ${key} twice`;
    headers.set(key, value);
  }
  return { status: Number(status), headers };
}

type Found = { readonly body: Buffer; readonly length: number; readonly isWhole: boolean; readonly fault: string | null };

function bodyOf({ status, headers }: AnswerHead, after: Buffer, asked: { readonly isHead: boolean; readonly isClosed: boolean }): Found {
  if (asked.isHead && !(EARLY.has(status) && after.byteLength > 0)) return whole(Buffer.alloc(0), 0);
  if (status < 200 || status === 204 || status === 304) return whole(Buffer.alloc(0), 0);
  const length = headers.get('content-length');
  if (headers.get('transfer-encoding') !== undefined) return unchunked(after, asked.isClosed && !isStream(headers));
  if (length === undefined) return { ...whole(after, after.byteLength), isWhole: asked.isClosed };
  if (!/^\d+$/.test(length)) return faulty(`the content-length ${length}`);
  if (after.byteLength >= Number(length)) return whole(after.subarray(0, Number(length)), Number(length));
  return asked.isClosed ? faulty(`${after.byteLength} bytes instead of ${length}`) : { ...whole(after, 0), isWhole: false };
}

export function isStream(headers: Answer['headers']): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function unchunked(after: Buffer, mustEnd: boolean): Found {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = after.indexOf('\r\n', at);
    const size = lineEnd < 0 ? null : after.subarray(at, lineEnd).toString('latin1');
    if (size !== null && !/^[0-9a-f]+$/i.test(size)) return faulty(`a chunk of ${JSON.stringify(size.slice(0, 20))} bytes`);
    const length = size === null ? 0 : Number.parseInt(size, 16);
    const end = lineEnd + 2 + length + 2;
    if (size === null || after.byteLength < end) {
      return mustEnd ? faulty('chunks without an end') : { ...whole(Buffer.concat(parts), 0), isWhole: false };
    }
    if (after.subarray(end - 2, end).toString('latin1') !== '\r\n') return faulty('a chunk that is longer than it says');
    if (length === 0) return whole(Buffer.concat(parts), end);
    parts.push(after.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}

function whole(body: Buffer, length: number): Found {
  return { body, length, isWhole: true, fault: null };
}

function faulty(fault: string): Found {
  return { body: Buffer.alloc(0), length: 0, isWhole: true, fault };
}
