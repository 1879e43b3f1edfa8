import { z } from 'zod';
import { documentIdSchema } from './ids.ts';

/** Answer of the token endpoint (§ Partner token); `expires_in`, in seconds, may come as text (C6). */
export const tokenAnswerSchema = z.object({
  token_type: z.string(),
  expires_in: z.coerce.number().positive(),
  access_token: z.string().min(1),
});

/** OAuth's own format, not RFC 9457 (C6). */
export const tokenErrorSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** Answer of the three import routes (§ Import routes). */
export const importAnswerSchema = z.object({ documentId: documentIdSchema });

/** Codes that the contract names (§ Error codes); the set is open (C35). */
export const ERROR_CODES = {
  validation: 'VALIDATION_ERROR',
  companyClosed: 'SMB_CLOSED',
  companyNotFound: 'SMB_NOTFOUND',
  firmClosed: 'CPA_CLOSED',
  duplicateReference: 'DUPLICATE_EXTERNAL_REFERENCE',
} as const;

export const REVOKING_CODES = [ERROR_CODES.companyClosed, ERROR_CODES.companyNotFound, ERROR_CODES.firmClosed] as const;
export type RevokingCode = (typeof REVOKING_CODES)[number];

/** The reason as later 401 answers state it in words (§ States of an integration). */
export const REVOKED_REASONS: Readonly<Record<RevokingCode, string>> = {
  SMB_CLOSED: 'SMB Closed',
  SMB_NOTFOUND: 'SMB not Found',
  CPA_CLOSED: 'CPA Closed',
};

/**
 * A problem of RFC 9457. Every member is optional, and one whose value has the wrong type counts as
 * absent (RFC 9457, 3.1): a `detail` of null must not hide the errorCode beside it.
 */
export const problemSchema = z.looseObject({
  type: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  errorCode: z.string().optional().catch(undefined),
  documentId: documentIdSchema.optional().catch(undefined),
  depositDate: z.unknown().optional(),
});

export type Problem = z.infer<typeof problemSchema>;
