// Prints where Playwright's own Chromium lies, for machines that fetched it.
import { chromium } from 'playwright';

process.stdout.write(chromium.executablePath());
