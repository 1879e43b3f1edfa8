import { z } from 'zod';

const integrationSchema = z.object({ integrationId: z.string(), integrationSecret: z.string() });
const documentSchema = z.object({
  documentId: z.string(),
  integrationId: z.string(),
  filename: z.string().nullable(),
  sha256: z.string(),
  externalReference: z.string().nullable(),
  documentState: z.string().nullable(),
  comment: z.string().nullable(),
  userEmail: z.string().nullable(),
  receivedAt: z.string(),
});
const requestSchema = z.object({ at: z.string(), method: z.string(), path: z.string(), status: z.number().nullable() });

export type SandboxDocument = z.infer<typeof documentSchema>;
export type SandboxRequest = z.infer<typeof requestSchema>;

export type SandboxControl = {
  createIntegration(): Promise<z.infer<typeof integrationSchema>>;
  setSwitches(patch: Readonly<Record<string, unknown>>): Promise<void>;
  decide(documentId: string, result: { readonly documentState: string; readonly rejectionReason?: string }): Promise<void>;
  revoke(integrationId: string): Promise<void>;
  documents(): Promise<readonly SandboxDocument[]>;
  requests(): Promise<readonly SandboxRequest[]>;
};

/** The control API answers from memory; if it takes longer, it is gone. */
const TIMEOUT_MS = 10_000;

/** Client of the sandbox's control API: it does what an accountant, or chance, would do (documented in its `/openapi.json`). */
export function sandboxControl(controlUrl: string): SandboxControl {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}: ${text.slice(0, 500)}`);
    return text === '' ? null : JSON.parse(text);
  };
  return {
    createIntegration: async () => integrationSchema.parse(await call('POST', '/integrations', {})),
    setSwitches: async (patch) => {
      await call('PATCH', '/switches', patch);
    },
    decide: async (documentId, result) => {
      await call('POST', `/documents/${documentId}/decide`, result);
    },
    revoke: async (integrationId) => {
      await call('POST', `/integrations/${integrationId}/revoke`, {});
    },
    documents: async () => z.array(documentSchema).parse(await call('GET', '/documents')),
    requests: async () => z.array(requestSchema).parse(await call('GET', '/requests')),
  };
}
