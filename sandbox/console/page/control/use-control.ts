import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  clockSchema,
  deliveriesSchema,
  descriptionSchema,
  documentsSchema,
  entryLinesIn,
  integrationsSchema,
  newIntegrationSchema,
  switchesSchema,
} from './answers.ts';

/** As many as a user can look through; the control API itself returns more. */
export const NEWEST = 200;

export const useIntegrations = () => useQuery({ queryKey: ['integrations'], queryFn: () => ask('/integrations', integrationsSchema) });

export const useDocuments = () =>
  useQuery({ queryKey: ['documents'], queryFn: async () => (await ask(`/documents?newest=${NEWEST}`, documentsSchema)).toReversed() });

export const useDeliveries = () =>
  useQuery({ queryKey: ['deliveries'], queryFn: async () => (await ask(`/deliveries?newest=${NEWEST}`, deliveriesSchema)).toReversed() });

export const useSwitches = () => useQuery({ queryKey: ['switches'], queryFn: () => ask('/switches', switchesSchema) });

export const useClock = () => useQuery({ queryKey: ['clock'], queryFn: () => ask('/clock', clockSchema) });

/** The description does not change while the sandbox runs. */
export const useDescription = () =>
  useQuery({
    queryKey: ['description'],
    queryFn: () => ask('/openapi.json', descriptionSchema),
    staleTime: Infinity,
    refetchInterval: false,
  });

/** What is kept of a document never changes, and may be 5 MB. */
const ONCE = { staleTime: Infinity, refetchInterval: false } as const;

/** The text as it was received; null if the document came without, or it is not kept any more. */
export const useReceivedText = (documentId: string, member: 'entries' | 'metadata') =>
  useQuery({ queryKey: ['received', documentId, member], queryFn: () => receivedText(documentId, member), ...ONCE });

export const useEntryLines = (documentId: string) =>
  useQuery({
    queryKey: ['received', documentId, 'lines'],
    queryFn: async () => {
      const text = await receivedText(documentId, 'entries');
      return text === null ? null : entryLinesIn(text);
    },
    ...ONCE,
  });

export const useNewIntegration = () =>
  useMutation({
    mutationFn: (integrationId: string | null) =>
      ask('/integrations', newIntegrationSchema, { method: 'POST', body: integrationId === null ? {} : { integrationId } }),
  });

export type ControlAction = { readonly path: string; readonly method: 'POST' | 'PATCH'; readonly body?: unknown };

/** Any other action; its outcome shows in what the page displays afterwards. */
export const useControlAction = () => useMutation({ mutationFn: ({ path, ...asked }: ControlAction) => ask(path, z.unknown(), asked) });

/** What went wrong, for a user: the sandbox's own words, or null if nothing answered. */
export class NotDone extends Error {
  readonly detail: string | null;
  constructor(detail: string | null) {
    super('the control API did not do it');
    this.detail = detail;
  }
}

type ControlAnswer = { readonly method?: 'GET' | 'POST' | 'PATCH'; readonly body?: unknown };

/** Moving the clock by two days may take the sandbox a minute. */
const WITHIN_MS = 90_000;
const problem = z.looseObject({ detail: z.string().catch('') });

/** One call of the control API. Throws `NotDone`. */
async function ask<Schema extends z.ZodType>(path: string, schema: Schema, asked: ControlAnswer = {}): Promise<z.output<Schema>> {
  const answer = await called(path, asked);
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw notDone(answer, said);
  const parsed = schema.safeParse(said);
  if (!parsed.success) throw new NotDone(parsed.error.issues[0]?.message ?? '');
  return parsed.data;
}

/** The control API has the same origin as this page. */
async function called(path: string, { method = 'GET', body }: ControlAnswer): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`../control${path}`, { method, ...sent, signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null);
  if (answer === null) throw new NotDone(null);
  return answer;
}

function notDone(answer: Response, said: unknown): NotDone {
  return new NotDone(problem.safeParse(said).data?.detail ?? `HTTP ${answer.status}`);
}

async function receivedText(documentId: string, member: 'entries' | 'metadata'): Promise<string | null> {
  const answer = await called(`/documents/${documentId}/${member}`, {});
  if (answer.ok) return answer.text();
  if (answer.status === 404) return null;
  throw notDone(answer, await answer.json().catch(() => null));
}
