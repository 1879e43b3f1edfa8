import process from 'node:process';
import { endOfTurn } from '#shared/node/end-of-turn.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { VersionSource } from '#shared/domain/item/conversion/conversion.ts';
import type { ConvertProgress, ConvertRequest } from '#shared/ports/converter.ts';
import { endProcess, endWithParent, onAsked, tellParent } from '../../platform/parent-process.ts';
import { nodeFiles } from '../../platform/files/node-files.ts';
import type { Codec } from '../picture.ts';
import { answerJoinRequest, type JoinAnswer } from './answer-join-request.ts';
import { type AnswerDeps, answerRequest } from './answer-request.ts';
import { codecBytes } from './codec-files.ts';
import { watchMemory } from './memory-watch.ts';
import type { ConversionMessage, ConversionRequest } from './messages.ts';

/** The memory of WebAssembly never shrinks, and the next file is to have the same limit as the first one. */
const KEPT_BYTES_MAX = 192 * 1_048_576;

/** Nothing that is compiled opens them, so that a damaged one leaves nothing behind. */
const OWN_KINDS: ReadonlySet<VersionSource> = new Set(['tiff', 'png', 'bmp']);

const tell: (said: ConversionMessage) => void = tellParent;

async function codec(name: Codec): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await codecBytes(name);
  } catch (error) {
    // Without its own files the program cannot blame a person's file.
    endProcess();
    throw error;
  }
}

async function answerOne(request: ConvertRequest, by: AnswerDeps): Promise<JoinAnswer> {
  return { answer: await answerRequest(request, by), source: null };
}

async function answer(request: ConversionRequest): Promise<void> {
  const by = {
    files: nodeFiles(),
    digest: nodeDigest,
    codec,
    onPage: async (at: ConvertProgress) => {
      tell({ kind: 'page', at });
      await new Promise<void>(endOfTurn);
    },
  };
  const said = await (request.kind === 'joined' ? answerJoinRequest(request, by) : answerOne(request, by));
  // What is compiled may be left in any state by a damaged file; the rest keeps none.
  const isBroken = !said.answer.ok && said.answer.failure === 'not-understood' && !OWN_KINDS.has(request.kind);
  const isToEnd = isBroken || process.memoryUsage.rss() > KEPT_BYTES_MAX;
  tell({ kind: 'answer', ...said, isToEnd });
}

watchMemory();
onAsked((request) => void answer(request as ConversionRequest));
endWithParent();
