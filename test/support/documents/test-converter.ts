import { CONVERTED_BYTES_MAX } from '#shared/contract/limits.ts';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { Conversion, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { Converter, ConvertRequest, JoinRequest } from '#shared/ports/converter.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type TestConverter = Converter & {
  /** What it was asked for so far. */
  readonly requests: ConvertRequest[];
  readonly joins: JoinRequest[];
  /** Another one makes other bytes. */
  version: string;
  /** Opens the files; null for files that are not protected. */
  password: string | null;
  /** If set, nothing is made. */
  fault: ConvertFault | null;
  /** What is to be known of what it makes; a word about the pictures is not needed where all of them are wanted. */
  remarks: readonly Remark[];
  /** Called between the first page and the second. */
  amid: () => Promise<void>;
};

/** Makes two pages of any file: a word and the file's own bytes. Of several files, it joins their bytes. */
export function testConverter(files: Pick<Files, 'read' | 'writeOver'>): TestConverter {
  const converter: TestConverter = {
    requests: [],
    joins: [],
    version: 'made',
    password: null,
    fault: null,
    remarks: [],
    amid: async () => undefined,
    convert: async (of, { progress, stop }) => {
      converter.requests.push(of);
      const read = await files.read(of.path, { root: of.root, bytesMax: CONVERTED_BYTES_MAX });
      if (!read.ok) return fail(faultOf(read.failure));
      if (read.value.bytes === null || hex(await nodeDigest(read.value.bytes)) !== of.sha256) return fail('changed');
      if (of.password !== converter.password) return fail('password-wrong');
      progress({ page: 1, pages: 2 });
      await converter.amid();
      if (isStopped(stop)) return fail('stopped');
      progress({ page: 2, pages: 2 });
      return converter.fault === null
        ? withRemarks(await made(files, of, Buffer.concat([Buffer.from(words(converter, of)), read.value.bytes])), converter, of)
        : fail(converter.fault);
    },
    join: async (of, { progress, stop }) => {
      converter.joins.push(of);
      const contents: string[] = [];
      for (const [source, { path, root, sha256 }] of of.sources.entries()) {
        const read = await files.read(path, { root, bytesMax: CONVERTED_BYTES_MAX });
        if (!read.ok) return fail({ fault: faultOf(read.failure), source });
        if (read.value.bytes === null || hex(await nodeDigest(read.value.bytes)) !== sha256) return fail({ fault: 'changed', source });
        contents.push(Buffer.from(read.value.bytes).toString());
        progress({ page: source + 1, pages: of.sources.length });
        await converter.amid();
        if (isStopped(stop)) return fail({ fault: 'stopped', source: null });
      }
      if (converter.fault !== null) return fail({ fault: converter.fault, source: of.sources.length - 1 });
      const joined = await made(files, of, Buffer.from(`${converter.version}:${contents.join('+')}`));
      return joined.ok ? withRemarks(joined, converter, {}) : fail({ fault: joined.failure, source: null });
    },
  };
  return converter;
}

function words({ version }: TestConverter, { allPictures }: ConvertRequest): string {
  return allPictures === true ? `${version} of all:` : `${version}:`;
}

function withRemarks<Fault>(
  of: Result<Conversion, Fault>,
  { remarks }: TestConverter,
  { allPictures = false }: Pick<ConvertRequest, 'allPictures'>,
): Result<Conversion, Fault> {
  const known = allPictures ? remarks.filter(({ kind }) => kind !== 'one-of') : remarks;
  if (!of.ok) return of;
  return ok({ ...of.value, ...(allPictures ? { allPictures } : {}), ...(known.length === 0 ? {} : { remarks: known }) });
}

async function made(
  files: Pick<Files, 'writeOver'>,
  { copy, kind }: ConvertRequest | JoinRequest,
  bytes: Uint8Array,
): Promise<Result<Conversion, ConvertFault>> {
  const written = await files.writeOver(copy.path, [copyHeader(copy.itemId, bytes.byteLength), bytes]);
  if (!written.ok) return fail(written.failure.kind === 'full' ? 'no-room' : 'broken');
  const sha256 = hex(await nodeDigest(bytes));
  return ok({ sha256, bytes: bytes.byteLength, mediaType: 'application/pdf', pages: 2, from: kind, tools: 'test 1' });
}

function faultOf({ kind }: FileFault): ConvertFault {
  return kind === 'gone' || kind === 'in-cloud' ? kind : 'unreadable';
}

function isStopped({ aborted }: Stop): boolean {
  return aborted;
}
