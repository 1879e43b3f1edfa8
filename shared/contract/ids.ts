import { z } from 'zod';
import type { Branded } from '../lib/branded.ts';

export type IntegrationId = Branded<string, 'IntegrationId'>;
export type DocumentId = Branded<string, 'DocumentId'>;
export type EventId = Branded<string, 'EventId'>;
export type Reference = Branded<string, 'Reference'>;

/** UUIDs are compared in lower case, whatever the other side writes (C28). */
const uuid = z.guid().transform((text) => text.toLowerCase());

export const integrationIdSchema = uuid.transform((text) => text as IntegrationId);
export const documentIdSchema = uuid.transform((text) => text as DocumentId);
export const eventIdSchema = uuid.transform((text) => text as EventId);

/** The contract's character class `[a-zA-Z0-9_-:]` is invalid; this is our reading (C9). */
export const referenceSchema = z
  .string()
  .regex(/^[A-Za-z0-9_:-]{1,64}$/)
  .transform((text) => text as Reference);
