import { z } from 'zod';
import { itemIdSchema } from '../../ids.ts';
import { wallMsSchema } from '../../wall-ms-schema.ts';

/**
 * How a document is like one that was sent before (C51). `same`: all of its pages are in that one · `grown`: it has all pages of that one, and more ·
 * `changed`: it took the place of that one's file, with another content.
 */
export const SENT_BEFORE_WAYS = ['same', 'grown', 'changed'] as const;
export const sentBeforeWaySchema = z.enum(SENT_BEFORE_WAYS);
export type SentBeforeWay = (typeof SENT_BEFORE_WAYS)[number];

const pages = z.number().int().positive();

/** The document that another one is like, as it was when that was found out. */
export const sentBeforeSchema = z.object({
  way: sentBeforeWaySchema,
  itemId: itemIdSchema,
  /** Foreign text. */
  name: z.string(),
  /** When it was received or, as long as that is not known, began to leave. */
  sentAt: wallMsSchema,
  /** How many pages that one has, and this one; absent where the pages are not known. */
  pagesBefore: pages.optional(),
  pages: pages.optional(),
  /** The folder's setting has decided; absent where a user is asked, or has decided. */
  by: z.literal('folder').optional(),
});
export type SentBefore = Readonly<z.infer<typeof sentBeforeSchema>>;

/** What becomes of such a document: a user is asked, it is not sent, or it is sent as a new one. */
export const sentBeforeRuleSchema = z.enum(['ask', 'leave', 'send']);
export type SentBeforeRule = z.infer<typeof sentBeforeRuleSchema>;

/** What a user may answer. */
export const sentBeforeAnswerSchema = sentBeforeRuleSchema.exclude(['ask']);
export type SentBeforeAnswer = z.infer<typeof sentBeforeAnswerSchema>;

/** What a folder does by itself, for each way. */
export const sentBeforeRulesSchema = z.object({
  same: sentBeforeRuleSchema.default('ask'),
  grown: sentBeforeRuleSchema.default('ask'),
  changed: sentBeforeRuleSchema.default('ask'),
});
export type SentBeforeRules = Readonly<z.infer<typeof sentBeforeRulesSchema>>;

export const ALWAYS_ASK: SentBeforeRules = { same: 'ask', grown: 'ask', changed: 'ask' };
