import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture } from './integration-fixture.ts';

describe('a connection that was revoked while no webhook is sent', () => {
  it.each(['status', 'state', 'revokedAt', 'valid'])('is known by the member %s of a 200 of the status route', async (revokedMember) => {
    const fixture = await integrationFixture();
    const integration = await fixture.integration();
    await fixture.connect('Bakery', integration);
    await fixture.control('/switches', { webhooksOff: true, revokedStatus: 200, revokedMember }, 'PATCH');
    await fixture.clock.advance(20 * MINUTE_MS);
    expect((await fixture.overview()).companies[0]?.connection.kind).toBe('active');
    await fixture.control(`/integrations/${integration.integrationId}/revoke`, {});
    await fixture.clock.advance(20 * MINUTE_MS);
    expect((await fixture.overview()).companies[0]?.connection.kind).toBe('invalid');
  });
});
