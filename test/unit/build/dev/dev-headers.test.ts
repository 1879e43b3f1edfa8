import { describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '#electron/headless/host/request-guard.ts';
import { devHeaders } from '../../../../build/dev/window-server.ts';

describe('the headers of a page in development', () => {
  const headers = devHeaders({ pageHeaders: SECURITY_HEADERS }, 'a+b/c==');

  it('are those of the host, with a nonce for scripts and styles that hot replacement writes', () => {
    const directives = String(headers['content-security-policy']).split('; ');
    const ofHost = String(SECURITY_HEADERS['content-security-policy']).split('; ');
    expect(directives.filter((one) => !ofHost.includes(one))).toEqual([
      "script-src 'self' 'nonce-a+b/c=='",
      "style-src 'self' 'nonce-a+b/c=='",
    ]);
    expect({ ...headers, 'content-security-policy': '' }).toEqual({ ...SECURITY_HEADERS, 'content-security-policy': '' });
  });

  it('allow nothing inline without it, and no code from text', () => {
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });
});

describe('the headers of the host itself', () => {
  it('know no nonce and no address of development', () => {
    expect(SECURITY_HEADERS['content-security-policy']).not.toMatch(/nonce|unsafe|ws:|http:/);
  });
});
