import { describe, expect, test } from 'vitest';
import { startHost } from './host-fixture.ts';

describe('the page for previews', () => {
  test('may reach nothing, is of no origin, and lies in our own window alone', async () => {
    const host = await startHost();
    const { status, headers, body } = await host.ask({ path: '/preview' });
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "connect-src 'none'",
        'sandbox allow-scripts',
        "frame-ancestors 'self'",
        'worker-src blob:',
      ]),
    );
    expect(policy.join(' ')).not.toMatch(/unsafe-inline|(?<!wasm-)unsafe-eval|\*|https?:/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(body).toContain('event.source!==parent');
  });

  test('leaves the window’s own policy as strict as it was', async () => {
    const host = await startHost();
    const { headers } = await host.ask({ path: '/' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['x-frame-options']).toBe('DENY');
  });
});
