import { z } from 'zod';
import type { WallMs } from '../lib/duration.ts';

export const wallMsSchema = z.number().transform((milliseconds) => milliseconds as WallMs);
