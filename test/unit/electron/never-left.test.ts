import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from './a-connected-engine.ts';

const parts = realParts();

type Connected = Awaited<ReturnType<typeof aConnectedEngine>>;

const ways = {
  credentials: {
    // The token is refused in the middle of the upload; a refusal before it would make the connection doubtful, and nothing would begin.
    fail: async ({ engine, scans, company, integration: { integrationId } }: Connected) => {
      const { clientId, clientSecret } = parts().credentials;
      await engine.client.secrets.keep({ name: 'client-secret', secret: clientSecret });
      await engine.client.settings.change({ credentials: { mode: 'direct', clientId } });
      const checked = await engine.client.companies.check({ companyId: company.id });
      if (!checked.ok || checked.value.connection.kind !== 'active') throw new Error('not connected by its own credentials');
      const refusal = { kind: 'status', status: 401 };
      await parts().control.setSwitches({
        faults: [
          { route: 'imports', integrationId, times: 1, effect: refusal },
          { route: 'token', effect: refusal },
        ],
      });
      writeFileSync(join(scans, 'one.pdf'), aPdf('credentials'));
    },
    mend: () => parts().control.setSwitches({ faults: [] }),
  },
  proxy: {
    fail: async ({ scans, integration: { integrationId } }: Connected) => {
      const effect = { kind: 'status', status: 407, body: 'html' };
      await parts().control.setSwitches({ faults: [{ route: 'imports', integrationId, effect }] });
      writeFileSync(join(scans, 'one.pdf'), aPdf('proxy'));
    },
    mend: () => parts().control.setSwitches({ faults: [] }),
  },
} as const;

describe('a document that never left this computer', () => {
  it.each(['credentials', 'proxy'] as const)('because of %s is sent without a question under the next integration', async (kind) => {
    const connected = await aConnectedEngine(parts());
    const { engine, company, integration } = connected;
    await ways[kind].fail(connected);
    const states = async () => (await engine.client.items.list({ limit: 10 })).items.map(({ state }) => state);
    await expect.poll(states, { timeout: 20_000 }).toMatchObject([{ kind: 'waiting', last: { kind } }]);
    // Otherwise it would be sent under this integration as soon as that works again.
    await parts().control.revoke(integration.integrationId);
    await ways[kind].mend();
    const next = await parts().control.createIntegration();
    expect(await engine.client.companies.reconnect({ companyId: company.id, ...next })).toMatchObject({ ok: true });
    await engine.until(({ counts }) => counts.held + counts.awaiting === 1);
    expect(await states()).toMatchObject([{ kind: 'awaiting' }]);
    const documents = (await parts().control.documents()).filter(({ filename }) => filename === 'one.pdf');
    expect(documents.filter(({ integrationId }) => integrationId === next.integrationId)).toHaveLength(1);
    expect(documents.filter(({ integrationId }) => integrationId === integration.integrationId)).toEqual([]);
  });
});
