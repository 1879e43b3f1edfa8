/** Placeholders in the contract for brand names, so both are settings of a service profile (C2). Lower case. */
export const API_KEY_HEADER = 'x-service-api-key';
export const SIGNATURE_HEADER = 'x-service-webhook-signature';

export const CLOUD_EVENTS_TYPE = 'application/cloudevents+json';
export const PROBLEM_TYPE = 'application/problem+json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
