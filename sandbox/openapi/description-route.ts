import { Hono } from 'hono';
import type { Core } from '../core.ts';
import { serviceDescription } from './service-description.ts';

/** Where the sandbox serves its description; the document has no such route. */
export const DESCRIPTION_PATH = '/openapi.json';

/** The service in OpenAPI 3.1, for everybody, with the addresses of this sandbox filled in. */
export function descriptionRoute(core: Core, versionPath: string): Hono {
  const addresses = { authUrl: core.issuer, baseUrl: `${core.issuer}${versionPath}` };
  return new Hono().get(DESCRIPTION_PATH, (context) => context.json(serviceDescription(addresses, core.credentials.scope)));
}
