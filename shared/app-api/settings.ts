import { z } from 'zod';
import { safeUrlSchema, serviceProfileSchema } from '../contract/service-profile.ts';

export const PARALLEL_UPLOADS_MAX = 8;

/** What the person can set, each with its default; stored as one JSON, so that an unknown or damaged member falls back alone. */
export const settingsSchema = z.object({
  language: z.enum(['system', 'en', 'fr']).catch('system').default('system'),
  theme: z.enum(['system', 'light', 'dark']).catch('system').default('system'),
  /** Sent as `userEmail`; an invalid address is not sent and never blocks a file (decision 18). */
  userEmail: z.string().max(254).nullable().catch(null).default(null),
  notifications: z.boolean().catch(true).default(true),
  parallelUploads: z.number().int().min(1).max(PARALLEL_UPLOADS_MAX).catch(4).default(4),
  /** Of our relay; null until this installation was told. */
  relayUrl: safeUrlSchema.nullable().catch(null).default(null),
  /** Of the import service; null until this installation was told. */
  service: serviceProfileSchema.nullable().catch(null).default(null),
});

export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export const settingsChangeSchema = settingsSchema.partial();
