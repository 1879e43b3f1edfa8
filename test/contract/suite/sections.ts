/** The sections of the document that can be tested from outside, in its order. */
export const SECTIONS = {
  'resources/integration': 'Resources and their fields: Integration',
  'resources/document': 'Resources and their fields: Document',
  'resources/invoice-form': 'Resources and their fields: Invoice import form fields',
  'resources/entries': 'Resources and their fields: Accounting entries structure',
  'resources/allocation': 'Resources and their fields: Analytical allocation rules',
  'states/document': 'States and transitions: Document',
  'states/integration': 'States and transitions: Integration',
  'endpoints/token': 'Endpoints: 1. Obtain a token',
  'endpoints/health': 'Endpoints: 2. Health check',
  'endpoints/purchase-invoices': 'Endpoints: 3. Import a purchase invoice',
  'endpoints/sales-invoices': 'Endpoints: 4. Import a sales invoice',
  'endpoints/entries': 'Endpoints: 5. Import accounting entries',
  'endpoints/status': 'Endpoints: 6. Integration status',
  'endpoints/keys': 'Endpoints: 7. Public keys for webhook verification',
  'endpoints/webhook': 'Endpoints: 8. Webhook receiver',
  'authentication/token': 'Authentication: Partner token',
  'authentication/secret': 'Authentication: Integration secret',
  'authentication/signature': 'Authentication: Webhook signature',
  'events/envelope': 'Events: Envelope',
  'events/document-status': 'Events: data of DocumentStatus',
  'events/revocation': 'Events: data of Revocation',
  'events/delivery': 'Events: Delivery rules',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
} as const;

export type SectionId = keyof typeof SECTIONS;

export const SECTION_IDS = Object.keys(SECTIONS) as readonly SectionId[];
