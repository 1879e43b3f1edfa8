// Runs inside a test's D-Bus session; prints one line of JSON for each act in its only argument.
import { createVault } from '#electron/companies/vault.ts';
import { keychain } from '#electron/platform/secrets/keychain.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';

const secrets = keychain({ clock: nodeClock(), service: 'Intray test' });
const vaultIn = (profile: string) => createVault({ profile, files: nodeFiles(), random: nodeRandom(), secrets });

async function answer([act = '', ...args]: readonly string[]): Promise<unknown> {
  const [first = '', second = '', third = ''] = args;
  switch (act) {
    case 'get':
      return secrets.get(first);
    case 'set':
      return secrets.set(first, second);
    case 'delete':
      return secrets.delete(first);
    case 'vault-get':
      return vaultIn(first).get(second);
    case 'vault-set':
      return vaultIn(first).set(second, third);
    case 'vault-anew': {
      const vault = vaultIn(first);
      await vault.beginAnew();
      return vault.set(second, third);
    }
    case 'vault-look':
      return vaultIn(first).look();
    default:
      throw new Error(`no such act: ${act}`);
  }
}

for (const act of JSON.parse(process.argv[2] ?? '[]') as string[][]) {
  process.stdout.write(`${JSON.stringify(await answer(act))}\n`);
}
process.exit(0);
