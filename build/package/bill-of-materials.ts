import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { z } from 'zod';
import type { ShippedLibrary } from './shipped-libraries.ts';
import type { ThirdParty } from './third-party.ts';

const componentSchema = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string().optional() });
const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string(), type: z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
export type Bill = z.infer<typeof billSchema>;

/** npm answers in seconds; a busy machine needs a few more. */
const NPM_MS = 120_000;

/** What npm reads from the lock file, without a network: a CycloneDX bill of everything, including what only builds and tests us. */
export function npmBill(root: string): Bill {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(npm, ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    timeout: NPM_MS,
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) throw new Error(`npm sbom ended with ${run.status}: ${run.stderr.slice(0, 500)}`);
  return billSchema.parse(JSON.parse(run.stdout));
}

/** The part of it that is shipped: packages whose code is in the bundles, what is compiled into them, and Electron, which runs them. */
export function shippedBill(bill: Bill, parties: readonly ThirdParty[], libraries: readonly ShippedLibrary[]): Bill {
  const shipped = new Set(parties.map(({ name, version }) => `${name}@${version}`));
  const own = bill.metadata.component;
  const components = bill.components.filter((one) => shipped.has(one['bom-ref']) || one.name === 'electron');
  const refs = new Set([own['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const missing = [...shipped].filter((ref) => !refs.has(ref));
  if (missing.length > 0) throw new Error(`not in the lock file: ${missing.join(', ')}`);
  const packages = new Map(parties.map(({ folder, name, version }) => [folder, `${name}@${version}`]));
  return {
    ...bill,
    // npm names a project after its folder and calls every project a library.
    metadata: { ...bill.metadata, component: { ...own, name: 'intray', type: 'application' } },
    components: [...components.map(shippedComponent), ...libraries.map(libraryComponent)],
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => refs.has(ref)) }))
      .map((one) => ({ ...one, dependsOn: [...one.dependsOn, ...libraries.filter(isIn(packages, one.ref)).map(refOf)] })),
  };
}

/** A library that is compiled into a package: no registry knows it, so it has no hash of its own. */
function libraryComponent(library: ShippedLibrary): Bill['components'][number] {
  const { name, version, licence, source, inside } = library;
  return {
    type: 'library',
    'bom-ref': refOf(library),
    name,
    ...(version === null ? {} : { version }),
    scope: 'required',
    licenses: [{ expression: licence }],
    externalReferences: [{ type: 'website', url: source }],
    properties: inside.map(({ file }) => ({ name: 'intray:compiled-into', value: file })),
  };
}

function refOf({ name, version }: ShippedLibrary): string {
  return `compiled:${name}@${version ?? 'unknown'}`;
}

function isIn(packages: ReadonlyMap<string, string>, ref: string): (library: ShippedLibrary) => boolean {
  return ({ inside }) => inside.some(({ folder }) => packages.get(folder) === ref);
}

/** npm calls bundled packages development dependencies, which is wrong for whoever receives the app. */
function shippedComponent({ properties: _development, ...component }: Bill['components'][number]): Bill['components'][number] {
  return { ...component, scope: 'required' };
}
