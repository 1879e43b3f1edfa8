import type { ImportType } from './import-types.ts';

/** Relative to `{auth_url}` (§ Partner token). */
export const TOKEN_PATH = '/oauth2/token';
/** Relative to `{base_url}` (§ Health check). */
export const HEALTH_PATH = '/health';

/** Relative to `{base_url}` (§ Integration status). Pass `:integrationId` for a router's pattern. */
export function integrationPath(integrationId: string): string {
  return `/integrations/${integrationId}`;
}

/** Relative to `{base_url}` (§ Import routes). */
export function importPath(integrationId: string, importType: ImportType): string {
  return `${integrationPath(integrationId)}/${importType}`;
}

/** Joins as text: `{base_url}` already ends in `/v1`, which `new URL('/x', base)` would drop (C1). */
export function joinUrl(base: string, path: string): string {
  return `${base.endsWith('/') ? base.slice(0, -1) : base}${path}`;
}

/** Placeholders in the contract for brand names, so both are settings of a service profile (C2). Lower case. */
export const API_KEY_HEADER = 'x-service-api-key';
export const SIGNATURE_HEADER = 'x-service-webhook-signature';

export const CLOUD_EVENTS_TYPE = 'application/cloudevents+json';
export const PROBLEM_TYPE = 'application/problem+json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
