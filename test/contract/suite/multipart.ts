/** One part; with a `filename` most parsers take it for a file. */
export type Part = { readonly content: string | Uint8Array; readonly filename?: string; readonly type?: string };

export type Multipart = { readonly contentType: string; readonly body: readonly Uint8Array[] };

const BOUNDARY = 'contract-suite-7f3b2d0c9a51';

/** A form by RFC 7578, written byte by byte so that no library corrects anything. */
export function multipart(parts: readonly (readonly [string, Part])[]): Multipart {
  const body = parts.flatMap(([name, part]) => [text(headOf(name, part)), bytesOf(part.content), text('\r\n')]);
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: [...body, text(`--${BOUNDARY}--\r\n`)] };
}

function headOf(name: string, part: Part): string {
  const filename = part.filename === undefined ? '' : `; filename="${part.filename}"`;
  const type = part.type === undefined ? '' : `Content-Type: ${part.type}\r\n`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n${type}\r\n`;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? text(content) : content;
}

function text(characters: string): Uint8Array {
  return new TextEncoder().encode(characters);
}
