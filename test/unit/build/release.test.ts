import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { releaseFacts } from '../../../build/package/release-facts.ts';

const stepSchema = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const jobSchema = z.object({
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  environment: z.string().optional(),
  uses: z.string().optional(),
  'timeout-minutes': z.number().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  strategy: z.object({ 'fail-fast': z.boolean(), matrix: z.object({ os: z.array(z.string()) }) }).optional(),
  // A job that calls another workflow has no steps.
  steps: z.array(stepSchema).default([]),
});
const text = readFileSync('.github/workflows/release.yml', 'utf8');
const workflow = z
  .object({ on: z.unknown(), permissions: z.unknown(), env: z.record(z.string(), z.string()), jobs: z.record(z.string(), jobSchema) })
  .parse(parse(text));
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([job, { steps: of }]) => of.map((step) => ({ job, ...step })));

describe('the release', () => {
  it('is made by a tag of a version alone; started by hand, on whatever tag, it is a rehearsal', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] }, workflow_dispatch: null });
    const by = (event: string) => jobs.filter(([, job]) => job.if === `github.event_name == '${event}'`).map(([name]) => name);
    expect(by('push')).toEqual(['package', 'sign', 'accept', 'publish']);
    expect(by('workflow_dispatch')).toEqual(['rehearse', 'rehearse-feed']);
    expect(jobs.filter(([, job]) => job.if === undefined).map(([name]) => name)).toEqual(['version', 'test']);
  });

  it('rehearses without any secret, environment or right to write, and starts what it packaged', () => {
    const rehearsed = jobs.filter(([name]) => name.startsWith('rehearse'));
    for (const [, job] of rehearsed) {
      expect(job).not.toHaveProperty('environment');
      expect(job).not.toHaveProperty('permissions');
      expect(JSON.stringify(job)).not.toMatch(/secrets\.|GH_TOKEN|gh release/);
    }
    expect(steps.filter(({ run }) => run?.includes('npm run smoke:packaged')).map(({ job }) => job)).toEqual([
      'package',
      'package',
      'rehearse',
      'rehearse',
    ]);
    // Nobody can mistake one of its packages for an update: its feed's address does not exist, and nobody has its key.
    const made = workflow.jobs['rehearse']?.steps.find(({ run }) => run === 'npm run package')?.env;
    expect(made).toMatchObject({ INTRAY_UPDATE_URL: expect.stringMatching(/\.invalid\/$/) });
    expect(releaseFacts(made ?? {}).feed?.keys).toHaveLength(1);
  });

  it('lets a rehearsal neither wait for a release nor keep one waiting', () => {
    expect(z.object({ concurrency: z.object({ group: z.string() }) }).parse(parse(text)).concurrency.group).toBe(
      "${{ github.event_name == 'push' && 'release' || 'release-rehearsal' }}",
    );
  });

  it('runs all tests on real Electron on three systems before anything is built or published', () => {
    const { test, package: packaged, rehearse, publish } = workflow.jobs;
    // With real Electron required: the tests of the checks enforce this for that workflow.
    expect(test).toMatchObject({ needs: 'version', uses: './.github/workflows/check.yml' });
    for (const job of [packaged, rehearse])
      expect(job?.strategy?.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'windows', 'macos']);
    expect([rehearse?.needs].flat()).toEqual(['test']);
    expect([packaged?.needs].flat()).toContain('test');
    expect([workflow.jobs['sign']?.needs].flat()).toEqual(['package']);
    expect([workflow.jobs['accept']?.needs].flat()).toEqual(['sign']);
    expect([publish?.needs].flat()).toEqual(['test', 'package', 'sign', 'accept']);
    expect(steps.filter(({ run }) => /gh release|-feed\.ts/.test(run ?? '')).map(({ job }) => job)).toEqual([
      'rehearse-feed',
      'sign',
      'accept',
      'publish',
    ]);
  });

  it('gives the key of the feed to one job alone, where nothing of others is installed or run', () => {
    const named = jobs.filter(([, job]) => JSON.stringify(job).includes('secrets.INTRAY_UPDATE_SIGNING_KEY')).map(([job]) => job);
    expect(named).toEqual(['sign']);
    const sign = workflow.jobs['sign'];
    // It has an environment of its own, so the jobs that build cannot even request its secrets.
    expect(jobs.filter(([, job]) => job.environment === 'signing').map(([job]) => job)).toEqual(['sign']);
    expect(sign?.steps.flatMap(({ run = [] }) => run)).toEqual(['node build/package/feed/finish-feed.ts feed --percentage 10']);
    expect(sign?.steps.flatMap(({ uses = '' }) => uses.split('@')[0] || [])).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'actions/download-artifact',
      'actions/upload-artifact',
    ]);
    expect(sign?.permissions).toBeUndefined();
    expect(JSON.stringify(sign)).not.toMatch(/"cache|npm|npx/);
  });

  it('installs nothing either where it may write to the repository', () => {
    const runs = workflow.jobs['publish']?.steps.flatMap(({ run = [] }) => run) ?? [];
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatch(/^gh release create /);
  });

  it('gives secrets to single steps by their environment, never into a line of shell, and only where a person has said yes', () => {
    const used = steps.filter((step) => JSON.stringify(step).includes('secrets.'));
    expect(used.length).toBe(2);
    for (const { job, run = '' } of used) {
      expect(workflow.jobs[job]?.environment).toBe(job === 'sign' ? 'signing' : 'release');
      expect(run).not.toContain('${{');
    }
    // Nor anything else that an outsider may have chosen, such as the name of a branch.
    expect(steps.filter(({ run }) => run?.includes('${{')).map(({ run }) => run)).toEqual([]);
    expect(JSON.stringify(workflow.env)).not.toContain('secrets.');
    expect(jobs.filter(([, job]) => JSON.stringify(job.env ?? {}).includes('secrets.'))).toEqual([]);
  });

  it('refuses unsigned packages, signs the feed, and adds checksums and the bill of materials', () => {
    const lines = steps.map(({ run = '' }) => run).join('\n');
    expect(lines).toContain('npm run package -- --require-signature');
    // The file with Apple's key exists only during the step.
    expect(lines).toMatch(/trap 'rm -f "\$APPLE_API_KEY"' EXIT/);
    expect(lines).toContain('finish-feed.ts feed --percentage 10');
    expect(lines).toContain('check-feed.ts feed');
    expect(lines).toContain('sha256sum --check --strict SHA256SUMS');
    expect(text).toContain('release/*.cdx.json');
    expect(text).toContain('release/latest*.yml');
  });

  it('lets only its last step write, bounds each job, and pins what it uses to one commit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(jobs.filter(([, job]) => job.permissions !== undefined).map(([name]) => name)).toEqual(['publish']);
    expect(jobs.every(([, job]) => job.uses !== undefined || (job['timeout-minutes'] ?? 999) <= 90)).toBe(true);
    const foreign = steps.filter(({ uses }) => uses !== undefined && uses !== './.github/actions/prepare');
    for (const { uses } of foreign) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  });

  it('begins only when the tag, package.json, lock file, changelog and notes name one version', () => {
    expect(check('main')).toMatchObject({ status: 1, stderr: expect.stringContaining('no version') });
    const early = check('v0.1.0');
    expect(early.status).toBe(1);
    // Nothing is released yet, and the changelog says so; everything else is there.
    expect(early.stderr.trim()).toBe('CHANGELOG.md has no dated entry of 0.1.0');
    expect(check('v9.9.9').stderr.trim().split('\n')).toHaveLength(5);
  });
});

function check(tag: string) {
  return spawnSync(process.execPath, ['build/package/check-version.mjs', tag], { encoding: 'utf8' });
}
