import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The whole browser, as people have it. */
export function browserProgram(): string {
  const program = '/usr/bin/chromium'
  if (!existsSync(program)) throw new Error(`${program} is not installed: apt-get install -y chromium`)
  return program
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserProgram(), args: ['--no-sandbox'] })
}
