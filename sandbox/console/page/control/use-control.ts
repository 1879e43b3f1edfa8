import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  clockSchema,
  deliveriesSchema,
  descriptionSchema,
  documentsSchema,
  integrationsSchema,
  newIntegrationSchema,
  switchesSchema,
} from './answers.ts';
import { ask } from './ask.ts';

/** As many as a person can look through; the control API itself returns more. */
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

export const useNewIntegration = () =>
  useMutation({
    mutationFn: (integrationId: string | null) =>
      ask('/integrations', newIntegrationSchema, { method: 'POST', body: integrationId === null ? {} : { integrationId } }),
  });

export type ControlAction = { readonly path: string; readonly method: 'POST' | 'PATCH'; readonly body?: unknown };

/** Any other action; its outcome shows in what the page displays afterwards. */
export const useControlAction = () => useMutation({ mutationFn: ({ path, ...asked }: ControlAction) => ask(path, z.unknown(), asked) });
