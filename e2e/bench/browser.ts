import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const program = '/usr/bin/chromium'

/** The whole browser, as people have it. */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(program)) throw new Error(`${program} is not installed: apt-get install -y chromium`)
  return chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
}
