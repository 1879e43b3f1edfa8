import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aTown } from './integration-fixture.ts';

describe('a connection that was revoked while no webhook is sent', () => {
  it.each(['status', 'state', 'revokedAt', 'valid'])('is known by the member %s of a 200 of the status route', async (revokedMember) => {
    const town = await aTown();
    const integration = await town.integration();
    await town.connect('Bakery', integration);
    await town.control('/switches', { webhooksOff: true, revokedStatus: 200, revokedMember }, 'PATCH');
    await town.clock.advance(20 * MINUTE_MS);
    expect((await town.overview()).companies[0]?.connection.kind).toBe('active');
    await town.control(`/integrations/${integration.integrationId}/revoke`, {});
    await town.clock.advance(20 * MINUTE_MS);
    expect((await town.overview()).companies[0]?.connection.kind).toBe('invalid');
  });
});
