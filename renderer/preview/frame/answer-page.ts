import type { FrameFault } from '../frame-messages.ts';
import type { DecodedPage, WorkerAsk, WorkerTell } from './worker-messages.ts';

export type PageDecoder = { readonly pages: number; readonly decode: (page: number) => Promise<DecodedPage> };
export type OpenPages = (bytes: Uint8Array<ArrayBuffer>, decoder: ArrayBuffer | null) => Promise<PageDecoder | FrameFault>;

/** What a worker does that decodes pictures: opens one file, then decodes the pages that it is asked for, one at a time. */
export function answerPages(open: OpenPages): void {
  let opened: Promise<PageDecoder | FrameFault> | null = null;
  const answer = async (ask: WorkerAsk): Promise<WorkerTell> => {
    if (ask.kind === 'open') {
      opened = open(new Uint8Array(ask.bytes), ask.decoder);
      const file = await opened;
      return typeof file === 'string' ? { kind: 'fault', fault: file } : { kind: 'opened', pages: file.pages };
    }
    const file = await opened;
    if (file === null || typeof file === 'string') return { kind: 'broken' };
    return { kind: 'decoded', decoded: await file.decode(ask.page) };
  };
  const reply = async (ask: WorkerAsk): Promise<void> => {
    // The codecs throw whatever they like at a damaged file.
    const tell = await answer(ask).catch(
      (): WorkerTell => (ask.kind === 'open' ? { kind: 'fault', fault: 'damaged' } : { kind: 'broken' }),
    );
    globalThis.postMessage(tell, { transfer: tell.kind === 'decoded' ? [tell.decoded.bitmap] : [] });
  };
  globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerAsk>) => void reply(data));
}
