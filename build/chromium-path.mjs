// Prints the path of Playwright's own Chromium, for machines that downloaded it.
import { chromium } from 'playwright';

process.stdout.write(chromium.executablePath());
