import type { BytesFault } from '#shared/app-api/preview.ts';
import type { FrameFault } from './frame-messages.ts';

export type PreviewFault = FrameFault | BytesFault | 'slow' | 'cut';
