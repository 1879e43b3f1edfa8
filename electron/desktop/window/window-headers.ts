/** As strict as the window works: nothing inline, nothing from outside, in no frame. Pictures may also come from memory. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  // The page for previews alone, which is of no origin.
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Sent with every answer of `app:`, refusals included. */
export const WINDOW_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // A file of the app changes with the app, and its disk is near: a cache could only be wrong.
  'cache-control': 'no-store',
};
