import { z } from 'zod';
import { API_KEY_HEADER, SIGNATURE_HEADER } from './routes.ts';

/** https, or http to this computer (C1). */
export const safeUrlSchema = z.url({ protocol: /^https?$/ }).refine((text) => {
  const safe = /^https:\/\//i.test(text);
  return safe || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/i.test(text);
}, 'must be https, or http on this machine');

const headerSchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .transform((name) => name.toLowerCase());

/** A service's addresses and the names of its headers (C1 and C2). */
export const serviceProfileSchema = z.object({
  baseUrl: safeUrlSchema,
  authUrl: safeUrlSchema,
  jwksUrl: safeUrlSchema,
  /** The claim `iss` and the CloudEvents `source`. */
  issuer: z.string().min(1),
  /** Omitted from the token request if empty (C6). */
  scope: z.string().default(''),
  apiKeyHeader: headerSchema.default(API_KEY_HEADER),
  signatureHeader: headerSchema.default(SIGNATURE_HEADER),
  /** A service to try things on, whose documents are nobody's: a made-up document does no harm there. Absent: a real one. */
  test: z.boolean().optional(),
});

export type ServiceProfile = Readonly<z.infer<typeof serviceProfileSchema>>;
