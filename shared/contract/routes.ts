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
