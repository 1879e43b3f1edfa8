import type { z } from 'zod';
import { MEDIA_TYPES } from '#shared/contract/media-types.ts';
import { switchesPatchSchema } from '../switches/switches-schema.ts';
import {
  clockAnswer,
  closedAnswer,
  deliveriesAnswer,
  documentsAnswer,
  eventAnswer,
  integrationsAnswer,
  keyAnswer,
  newIntegrationAnswer,
  reasonsAnswer,
  requestsAnswer,
  revokedAnswer,
  switchesAnswer,
} from './answer-schemas.ts';
import { clockSchema, closeSchema, decideSchema, eventSchema, newIntegrationSchema, webhookPlaceSchema } from './schemas.ts';

export type Operation = {
  readonly id: string;
  readonly summary: string;
  /** JSON; without a schema no body is read. */
  readonly body?: z.ZodType;
  /** 200 if absent. */
  readonly status?: 201 | 204;
  /** JSON; absent if the answer has no body, or is one of `files`. */
  readonly answer?: z.ZodType;
  readonly files?: readonly string[];
  /** The query `newest` may limit the list. */
  readonly many?: true;
};

type Methods = Readonly<Partial<Record<'get' | 'post' | 'put' | 'patch', Operation>>>;

/** Every operation of the control API except its description, by path and method. */
export const OPERATIONS: Readonly<Record<string, Methods>> = {
  '/integrations': {
    get: { id: 'listIntegrations', summary: 'List integrations', answer: integrationsAnswer },
    post: {
      id: 'makeIntegration',
      summary: 'Make one, or make one active again',
      body: newIntegrationSchema,
      status: 201,
      answer: newIntegrationAnswer,
    },
  },
  '/integrations/{id}/revoke': { post: { id: 'revokeIntegration', summary: 'Revoke', answer: revokedAnswer } },
  '/integrations/{id}/close': {
    post: {
      id: 'closeCompany',
      summary: 'Close the company or its firm; the next import learns it',
      body: closeSchema,
      answer: closedAnswer,
    },
  },
  '/documents': { get: { id: 'listDocuments', summary: 'List documents', answer: documentsAnswer, many: true } },
  '/documents/{id}/file': {
    get: { id: 'getFile', summary: 'The file that was uploaded, of the newest ones', files: Object.keys(MEDIA_TYPES) },
  },
  '/documents/{id}/decide': { post: { id: 'decideDocument', summary: 'Accept or refuse', body: decideSchema, answer: eventAnswer } },
  '/reasons': { get: { id: 'listReasons', summary: 'Example reasons of refusals, by name', answer: reasonsAnswer } },
  '/events': {
    post: { id: 'tellEvent', summary: 'Tell any event, known or not', body: eventSchema, status: 201, answer: eventAnswer },
  },
  '/deliveries': {
    get: { id: 'listDeliveries', summary: 'List deliveries of events with their attempts', answer: deliveriesAnswer, many: true },
  },
  '/requests': { get: { id: 'listRequests', summary: 'List the calls that came', answer: requestsAnswer } },
  '/switches': {
    get: { id: 'getSwitches', summary: 'All switches', answer: switchesAnswer },
    patch: { id: 'changeSwitches', summary: 'Change some', body: switchesPatchSchema, answer: switchesAnswer },
  },
  '/webhook-url': {
    put: { id: 'setWebhookUrl', summary: 'Say where events go', body: webhookPlaceSchema, answer: switchesAnswer },
  },
  '/tokens/expire': { post: { id: 'expireTokens', summary: 'End the life of all access tokens', status: 204 } },
  '/keys/rotate': { post: { id: 'rotateKeys', summary: 'Sign with a new key from now on', answer: keyAnswer } },
  '/clock': {
    get: { id: 'getClock', summary: "The sandbox's time", answer: clockAnswer },
    post: { id: 'advanceClock', summary: 'Move it on; what falls due meanwhile happens', body: clockSchema, answer: clockAnswer },
  },
};
