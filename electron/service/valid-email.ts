import { z } from 'zod';

const emailSchema = z.email().max(254);

/** The address if it is one: a wrong one is not sent, and never blocks a file (decision 18). */
export function validEmail(text: string | null): string | null {
  const parsed = emailSchema.safeParse(text?.trim());
  return parsed.success ? parsed.data : null;
}
