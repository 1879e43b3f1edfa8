import { CONVERTED_BYTES_MAX, FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import { fail } from '#shared/lib/result.ts';
import { endOfTurn } from '#shared/node/clock.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { ConvertProgress } from '#shared/ports/converter.ts';
import { confine } from '../../platform/confine.ts';
import { endWithParent, onAsked, tellParent, tellStarted } from '../../platform/parent-process.ts';
import { hasMemoryLimits } from '../../platform/process-limits.ts';
import { type AnswerDeps, type JoinAnswer, openRequest } from './answer-request.ts';
import { watchMemory } from './memory-watch.ts';
import type { ConversionMessage, ConversionRequest } from './messages.ts';
import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { loadHeic } from '../heif/open-heic.ts';
import { loadPdfLib } from '../pdf/pdf-lib.ts';
import { loadPdfiumCode } from '../pdf/pdfium.ts';
import { loadQpdf } from '../pdf/qpdf.ts';
import type { Codec as AnyCodec, ConvertDeps } from '../picture.ts';
import { loadVips } from '../vips/load-vips.ts';
import { codecBytes } from './codec-files.ts';

const tell: (said: ConversionMessage) => void = tellParent;

/** Here, and not on another thread, which would get a copy: nothing else waits for this process. */
const digest: Digest = async (bytes) => nodeSha256([bytes]);

export type Work = (request: ConversionRequest, by: AnswerDeps) => Promise<JoinAnswer>;

/**
 * Serves one request: it opens the files, loads the code, gives up every right that it has, and only then has the first byte of the files looked at.
 * Rights do not come back, so that the next request is another process's.
 */
export function serveRequest(work: Work): void {
  watchMemory();
  endWithParent();
  tellStarted();
  const memoryLimits = hasMemoryLimits();
  const deps = { digest, onPage, sourceBytesMax: memoryLimits ? CONVERTED_BYTES_MAX : FILE_BYTES_SAFE };
  onAsked((asked) => {
    const request = asked as ConversionRequest;
    void confined(request).then(async (opened) =>
      tell({ kind: 'answer', ...('answer' in opened ? opened : await work(request, { ...deps, ...opened })) }),
    );
  });
}

async function confined(request: ConversionRequest): Promise<JoinAnswer | Pick<AnswerDeps, 'sources' | 'copy' | 'codec' | 'vips'>> {
  const opened = await openRequest(request);
  if (!opened.ok) return { answer: fail(opened.failure.fault), source: opened.failure.source };
  // Without its own files the program cannot blame a user's file: a failure ends the process.
  const code = await loadCode(request);
  confine();
  return { ...opened.value, ...code };
}

async function onPage(at: ConvertProgress): Promise<void> {
  tell({ kind: 'page', at });
  await new Promise<void>(endOfTurn);
}

type Codec = Exclude<AnyCodec, 'vips'>;

/** The scripts of packages. */
const PARTS: Readonly<Partial<Record<Codec, () => Promise<unknown>>>> = {
  heic: loadHeic,
  pdfium: loadPdfiumCode,
  qpdf: loadQpdf,
};

/** What opens files of a kind, besides libvips and the library that writes PDFs, which any of them may need. */
const OPENED_BY: Readonly<Record<ConvertedKind, readonly Codec[]>> = {
  tiff: ['pdfium'],
  heic: IS_HEIC_BUILT_IN ? ['heic'] : [],
  webp: [],
  avif: [],
  pdf: ['qpdf', 'pdfium'],
  jpeg: [],
  png: [],
  bmp: [],
};

/** Loads all code that the files of a request may need: after that, this process opens no file any more, and starts no thread. */
async function loadCode(request: ConversionRequest): Promise<Pick<ConvertDeps, 'codec' | 'vips'>> {
  const kinds = request.kind === 'joined' ? request.sources.map(({ kind }) => kind) : [request.kind];
  const codecs = new Set<Codec>(kinds.flatMap((kind) => OPENED_BY[kind]));
  const loaded = new Map<Codec, Uint8Array<ArrayBuffer>>();
  const load = async (name: Codec): Promise<void> => {
    loaded.set(name, await codecBytes(name));
    await PARTS[name]?.();
  };
  const [vips] = await Promise.all([loadVips(), loadPdfLib(), ...Array.from(codecs, load)]);
  const codec: ConvertDeps['codec'] = async (name) => {
    const bytes = loaded.get(name);
    if (bytes === undefined) throw new RangeError('not loaded');
    return bytes;
  };
  return { codec, vips };
}
