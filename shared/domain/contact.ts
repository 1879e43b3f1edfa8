import { z } from 'zod';

/**
 * An e-mail address in plain characters alone, so that it means in an address of the system (`mailto:`) just what a person reads: nothing in it
 * has to be escaped, and nothing in it can begin another recipient or another field.
 */
export const contactSchema = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/);
