import { JSON_TYPE } from '#shared/contract/headers.ts';
import { type ProblemStatus, problems, refTo } from './answers.ts';
import { runParameter, toldOfSharing } from './run-described.ts';
import type { SchemaName } from './schemas.ts';

export const TAGS = ['devices'];

/** An operation of a known device. */
export function operation(operationId: string, summary: string, responses: Parameters<typeof toldOfSharing>[0]) {
  return { operationId, tags: TAGS, summary, parameters: [runParameter], responses: toldOfSharing(responses) };
}

/** The problems of a known device's operation: each may return 401 (no such device), 429 (too many refusals) and 503 (a fault of the relay). */
export function known(statuses: readonly ProblemStatus[], words: Partial<Record<ProblemStatus, string>> = {}) {
  return problems([...statuses, '401', '429', '503'], words);
}

export function body(schema: SchemaName) {
  return { required: true, content: { [JSON_TYPE]: { schema: refTo(schema) } } };
}
