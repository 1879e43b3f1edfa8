import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readUpdateKeys } from '../../../build/package/feed/update-keys.ts';

const stepSchema = z.object({ name: z.string().optional(), uses: z.string().optional(), run: z.string().optional() });
const jobSchema = z.object({
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  environment: z.string().optional(),
  uses: z.string().optional(),
  'timeout-minutes': z.number().optional(),
  permissions: z.record(z.string(), z.string()),
  strategy: z.object({ matrix: z.object({ include: z.array(z.object({ os: z.string(), name: z.string() })) }) }).optional(),
  // A job that calls another workflow has no steps.
  steps: z.array(stepSchema).default([]),
});
const text = readFileSync('.github/workflows/release.yml', 'utf8');
const workflow = z
  .object({ on: z.unknown(), env: z.record(z.string(), z.string()), jobs: z.record(z.string(), jobSchema) })
  .parse(parse(text));
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([job, { steps: of }]) => of.map((step) => ({ job, ...step })));
const needsOf = (job: string): readonly string[] => [workflow.jobs[job]?.needs ?? []].flat();
const jobsThatRun = (what: string) => [...new Set(steps.filter(({ run }) => run?.includes(what)).map(({ job }) => job))];
/** Given their digests by the jobs that made the files. */
const IN_ORDER = ['version', 'test', 'build', 'sign-windows', 'sign-macos', 'package', 'sign-installer', 'announce', 'try'];

describe('the release', () => {
  it('is made by a tag of a version alone; started by hand, on whatever tag, it is a rehearsal', () => {
    expect(workflow.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] }, workflow_dispatch: null });
    const onPush = jobs.filter(([, job]) => job.if === "github.event_name == 'push'").map(([name]) => name);
    expect(onPush).toEqual(['sign-windows', 'sign-macos', 'sign-installer', 'sign', 'accept', 'publish']);
    expect(jobs.map(([name]) => name)).toEqual([...IN_ORDER, 'rehearse-feed', 'sign', 'accept', 'publish']);
  });

  it('rehearses all that needs no secret, and nobody can mistake one of its packages for an update', () => {
    const rehearsed = jobs.filter(([, job]) => job.if !== "github.event_name == 'push'");
    for (const [, job] of rehearsed) {
      expect(job).not.toHaveProperty('environment');
      expect(job.permissions).toEqual({ contents: 'read' });
      expect(JSON.stringify(job)).not.toMatch(/secrets\.|GH_TOKEN|gh release/);
    }
    // Its feed's address does not exist, and nobody has its key.
    expect(workflow.env['INTRAY_UPDATE_URL']).toMatch(/&& vars\.INTRAY_UPDATE_URL \|\| 'https:\/\/updates\.invalid\/'/);
    expect(workflow.env['ASKED']).toMatch(/&& '--release' \|\| '--keys build\/package\/release\/rehearsal-keys\.json'/);
    expect(readUpdateKeys('build/package/release/rehearsal-keys.json')).toMatchObject({ spare: null, withdrawn: [] });
    expect(readUpdateKeys().current).not.toBe(readUpdateKeys('build/package/release/rehearsal-keys.json').current);
  });

  it('lets a rehearsal neither wait for a release nor keep one waiting', () => {
    expect(z.object({ concurrency: z.object({ group: z.string() }) }).parse(parse(text)).concurrency.group).toBe(
      "${{ github.event_name == 'push' && 'release' || 'release-rehearsal' }}",
    );
  });

  it('runs all tests on real Electron on three systems before anything is built or published', () => {
    // With real Electron required: the tests of the checks enforce this for that workflow.
    expect(workflow.jobs['test']).toMatchObject({ needs: 'version', uses: './.github/workflows/check.yml' });
    expect(needsOf('build')).toEqual(['test']);
    const systemsOf = (job: string) => workflow.jobs[job]?.strategy?.matrix.include.map(({ os }) => os.split('-')[0]);
    expect([systemsOf('build'), systemsOf('package')]).toEqual([
      ['ubuntu', 'windows', 'macos'],
      ['windows', 'macos'],
    ]);
  });

  it('signs programs before they are packaged, the installer before it is described, and the feed at the end', () => {
    expect([needsOf('sign-windows'), needsOf('sign-macos')].flat()).toEqual(['build', 'build']);
    expect(needsOf('package')).toEqual(['build', 'sign-windows', 'sign-macos']);
    expect(needsOf('sign-installer')).toEqual(['package']);
    expect(needsOf('announce')).toEqual(['build', 'package', 'sign-installer']);
    expect(needsOf('sign')).toEqual(['announce', 'try']);
    expect([needsOf('accept'), needsOf('publish')]).toEqual([['sign'], ['test', 'sign', 'accept']]);
    // Where the jobs that sign are skipped, which a rehearsal does, only their absence is passed over and never their failure.
    for (const [job, signs] of [
      ['package', ['sign-windows', 'sign-macos']],
      ['announce', ['sign-installer']],
    ] as const)
      for (const name of signs)
        expect(workflow.jobs[job]?.if).toMatch(new RegExp(`github\\.event_name != 'push' \\|\\| .*needs\\.${name}\\.result == 'success'`));
  });

  it('hands all files on by a digest, and whoever takes them compares it first', () => {
    const uploads = jobs
      .filter(([, job]) => job.steps.some(({ uses }) => uses?.startsWith('actions/upload-artifact')))
      .map(([name]) => name);
    expect(jobsThatRun('--as ')).toEqual(uploads);
    const downloads = jobs
      .filter(([, job]) => job.steps.some(({ uses }) => uses?.startsWith('actions/download-artifact')))
      .map(([name]) => name);
    expect(jobsThatRun('handed-over.ts').filter((job) => !['build'].includes(job))).toEqual(downloads);
    for (const job of downloads) {
      const kinds = (workflow.jobs[job]?.steps ?? []).map(({ uses = '', run = '' }) =>
        uses.includes('download-artifact') ? 'takes' : run.includes('--is') ? 'compares' : '',
      );
      expect(kinds.lastIndexOf('compares')).toBeGreaterThan(kinds.lastIndexOf('takes'));
    }
    // Without clobbering: no file of one system takes the place of another's.
    expect(text).toContain('mv -n linux/* windows/* macos/* feed');
  });

  it('starts what it built and what it packaged, and installs the installer as it is given out', () => {
    expect(jobsThatRun('npm run smoke:packaged')).toEqual(['build', 'package']);
    expect(jobsThatRun('check-installer.ts feed/Intray-*-win-x64.exe')).toEqual(['try']);
  });

  it('gives the key of the feed to one job alone, where nothing of others is installed or run', () => {
    expect(jobs.filter(([, job]) => job.environment === 'signing').map(([job]) => job)).toEqual(['sign']);
    const runs = workflow.jobs['sign']?.steps.flatMap(({ run = [] }) => run) ?? [];
    expect(runs).toEqual([
      'node build/package/release/handed-over.ts feed --is "$DIGEST"',
      'node build/package/feed/finish-feed.ts feed --percentage 10',
      'node build/package/release/handed-over.ts feed --as digest',
    ]);
    expect(text.match(/secrets\.INTRAY_UPDATE_SIGNING_KEY/g)).toHaveLength(1);
  });

  it('shows whoever approves what it is built with', () => {
    const [page = ''] = steps
      .filter(({ job, run }) => job === 'announce' && run?.includes('GITHUB_STEP_SUMMARY'))
      .map(({ run = '' }) => run);
    for (const word of ['handed-over.ts feed', 'INTRAY_UPDATE_URL', 'INTRAY_CONFIGURATION', 'update-keys.json'])
      expect(page).toContain(word);
  });

  it('lets only its last job write, bounds each job, and asks Azure for a token where it signs for Windows', () => {
    const rights = (right: string) => jobs.filter(([, job]) => job.permissions[right] === 'write').map(([name]) => name);
    expect(rights('contents')).toEqual(['publish']);
    expect(rights('id-token')).toEqual(['sign-windows', 'sign-installer']);
    expect(jobs.every(([, job]) => job.uses !== undefined || (job['timeout-minutes'] ?? 999) <= 90)).toBe(true);
    const [last = ''] = (workflow.jobs['publish']?.steps ?? []).flatMap(({ run = [] }) => run).slice(-1);
    expect(last).toMatch(/^gh release create /);
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
