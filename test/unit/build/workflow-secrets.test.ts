import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectText } from '#test/support/project-text.ts';
import { loadedBy } from './feed-of-test.ts';

const FOLDER = '.github/workflows';
const wordsSchema = z.record(z.string(), z.unknown());
const jobSchema = z.looseObject({
  environment: z.unknown().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  uses: z.string().optional(),
  env: wordsSchema.optional(),
  // A job that calls another workflow has no steps.
  steps: z.array(z.looseObject({ uses: z.string().optional(), run: z.string().optional(), env: wordsSchema.optional() })).default([]),
});
type Job = z.infer<typeof jobSchema>;
const workflowSchema = z.looseObject({ permissions: z.unknown(), env: wordsSchema.optional(), jobs: z.record(z.string(), jobSchema) });

/** What runs beside a secret: our programs that need nothing installed, and the system's. */
const OURS = [
  'build/package/feed/finish-feed.ts',
  'build/package/feed/renew-feed.ts',
  'build/package/release/handed-over.ts',
  'build/package/release/sign-mac-app.ts',
];
/** Actions that may run there: GitHub's own, and those of whoever keeps the key of Windows. */
const ACTIONS = [
  'actions/checkout',
  'actions/setup-node',
  'actions/download-artifact',
  'actions/upload-artifact',
  'azure/login',
  'azure/artifact-signing-action',
];
const INSTALLS = /\b(npm|npx|yarn|pnpm|corepack|pip|gem|brew|choco|curl|wget)\b|node_modules|Install-Module|Invoke-WebRequest/i;

/** What a workflow gives to code that could take it away, in words. */
function faultsOf(text: string): readonly string[] {
  const { permissions, env = {}, jobs } = workflowSchema.parse(parse(text));
  const tops = [
    ...(JSON.stringify(permissions) === '{}' ? [] : ['its jobs have rights that they do not name']),
    ...(JSON.stringify(env).includes('secrets.') ? ['a secret is given to all jobs'] : []),
    ...(/vars\.\w*(KEY|WITHDRAWN)/.test(text) ? ['a variable of the repository names a key'] : []),
    ...(/secrets\.AZURE/.test(text) ? ['Azure is asked with a secret, and not with a token for this run'] : []),
  ];
  return [...tops, ...Object.entries(jobs).flatMap(([name, job]) => faultsOfJob(job).map((fault) => `${name}: ${fault}`))];
}

function faultsOfJob(job: Job): readonly string[] {
  const { permissions, steps, env = {} } = job;
  const uses = [...steps.flatMap((step) => step.uses ?? []), ...(job.uses === undefined ? [] : [job.uses])];
  const runs = steps.flatMap(({ run = [] }) => run);
  const everywhere = [
    ...(permissions === undefined ? ['names no rights'] : []),
    ...uses
      .filter((one) => !one.startsWith('./.github/') && !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(one))
      .map((one) => `${one} is not pinned to a commit`),
    ...runs.filter((run) => /\bnpm (ci|install|i)\b(?!.*--ignore-scripts)/.test(run)).map(() => 'install scripts run'),
    ...(JSON.stringify(env).includes('secrets.') ? ['a secret is given to all of its steps'] : []),
  ];
  return holdsSecrets(job) || permissions?.['contents'] === 'write' ? [...everywhere, ...faultsBesideSecrets(job, uses, runs)] : everywhere;
}

function holdsSecrets({ steps, permissions }: Job): boolean {
  return permissions?.['id-token'] !== undefined || JSON.stringify(steps).includes('secrets.');
}

function faultsBesideSecrets(job: Job, uses: readonly string[], runs: readonly string[]): readonly string[] {
  const programs = runs.flatMap((run) => [...run.matchAll(/\bnode (?!-p)(\S+)/g)].map(([, program = '']) => program));
  const first = job.steps.findIndex(({ uses: used }) => used?.startsWith('actions/download-artifact') === true);
  const next = job.steps[first + 1]?.run ?? '';
  // What a release hands over is compared first; an announcement alone has a signature of its own.
  const isCompared = first === -1 || next.includes('handed-over.ts') || /gh release upload/.test(next);
  return [
    ...(holdsSecrets(job) && job.environment === undefined ? ['has secrets without a person who approves'] : []),
    ...runs.filter((run) => INSTALLS.test(run)).map((run) => `what somebody else wrote runs beside a secret: ${run.split('\n')[0]}`),
    ...uses.filter((one) => !ACTIONS.includes(one.split('@')[0] ?? '')).map((one) => `${one} runs beside a secret`),
    ...programs.filter((program) => !OURS.includes(program)).map((program) => `${program} runs beside a secret`),
    ...(isCompared ? [] : ['takes files without comparing them']),
  ];
}

const jobOf = (lines: string, rights = 'contents: read'): string =>
  `permissions: {}\non: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    permissions: { ${rights} }\n${lines}`;
const SECRET = 'env: { A: "${{ secrets.A }}" }';

describe('secrets in the workflows', () => {
  it.each(readdirSync(FOLDER))('are given in %s to nothing that could take them away', (file) => {
    expect(faultsOf(projectText(`${FOLDER}/${file}`))).toEqual([]);
  });

  it('are there at all, so that the check can fail', () => {
    const jobs = readdirSync(FOLDER).flatMap((file) => Object.entries(workflowSchema.parse(parse(projectText(`${FOLDER}/${file}`))).jobs));
    expect(jobs.filter(([, job]) => holdsSecrets(job)).map(([name]) => name)).toEqual([
      'sign-windows',
      'sign-macos',
      'sign-installer',
      'sign',
      'sign',
    ]);
  });

  it('stay with our programs, which load nothing that was installed', () => {
    for (const program of OURS) {
      const names = [...loadedBy(program).values()].flat();
      expect(names.filter((name) => !name.startsWith('node:') && !name.startsWith('.'))).toEqual([]);
    }
  });

  it('are not beside a cache, which another run may have filled', () => {
    for (const file of ['release.yml', 'renew-feed.yml'])
      expect(projectText(`${FOLDER}/${file}`)).not.toMatch(/actions\/cache|^\s+cache:|cache-dependencies: (?!false)/m);
  });

  it.each([
    ['rights for all jobs', 'permissions: { contents: read }\non: push\njobs: {}', 'rights that they do not name'],
    ['install scripts', jobOf('    steps:\n      - run: npm ci'), 'install scripts run'],
    [
      'install scripts of a later line',
      jobOf('    steps:\n      - run: |\n          npm ci --ignore-scripts\n          npm install'),
      'install scripts run',
    ],
    ['a tag instead of a commit', jobOf('    steps:\n      - uses: actions/checkout@v5'), 'actions/checkout@v5 is not pinned'],
    [
      'a secret beside npm',
      jobOf(`    environment: e\n    steps:\n      - run: npm run build\n      - run: ./sign\n        ${SECRET}`),
      'what somebody else wrote runs beside a secret: npm run build',
    ],
    [
      'a token beside npx',
      jobOf('    environment: e\n    steps:\n      - run: npx sign', 'id-token: write'),
      'runs beside a secret: npx sign',
    ],
    [
      'an action of ours that installs',
      jobOf(`    environment: e\n    steps:\n      - uses: ./.github/actions/prepare\n      - run: ./sign\n        ${SECRET}`),
      './.github/actions/prepare runs beside a secret',
    ],
    [
      'a program that needs packages',
      jobOf(`    environment: e\n    steps:\n      - run: node build/package/main.ts\n        ${SECRET}`),
      'build/package/main.ts runs beside a secret',
    ],
    ['a secret that nobody approves', jobOf(`    steps:\n      - run: ./sign\n        ${SECRET}`), 'without a person who approves'],
    ['a right to write beside npm', jobOf('    steps:\n      - run: npm test', 'contents: write'), 'runs beside a secret: npm test'],
    [
      'files that are not compared',
      jobOf(
        `    environment: e\n    steps:\n      - uses: actions/download-artifact@${'a'.repeat(40)}\n      - run: ./sign\n        ${SECRET}`,
      ),
      'takes files without comparing them',
    ],
    [
      'a key named by a variable',
      jobOf('    steps:\n      - run: echo\n        env: { A: "${{ vars.INTRAY_UPDATE_KEY }}" }'),
      'a variable of the repository names a key',
    ],
  ])('would be seen: %s', (_what, text, said) => {
    expect(faultsOf(text).join('\n')).toContain(said);
  });
});

describe('install scripts', () => {
  const { allowScripts } = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const lock = z.object({ packages: z.record(z.string(), z.looseObject({ hasInstallScript: z.boolean().optional() })) });

  it('of every package that has one are allowed or refused by name, and one package alone is allowed', () => {
    const { packages } = lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
    const having = Object.entries(packages).flatMap(([path, one]) =>
      one.hasInstallScript === true ? [path.replace(/^.*node_modules\//, '')] : [],
    );
    const names = having.map((name) => (name === 'keytar' ? '@github/keytar' : name));
    expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name] === true)).toEqual(['node']);
  });

  it('are off where the project’s own command installs, and the allowed ones are run by name', () => {
    const bootstrap = projectText('build/bootstrap.mjs');
    expect(bootstrap).toContain("runNpm([...how, '--ignore-scripts'])");
    expect(bootstrap).toContain("runNpm(['rebuild', '--ignore-scripts=false', ...names])");
    expect(bootstrap.match(/spawnSync\(npm/g)).toHaveLength(1);
    expect(projectText('.github/actions/prepare/action.yml')).toMatch(/run: npm ci --ignore-scripts$/m);
    expect(projectText('.github/actions/prepare/action.yml').match(/npm (ci|install|i|rebuild)\b/g)).toHaveLength(1);
  });
});
